/**
 * How the page is built: four entries, hashed into `static/assets`, with a manifest from which the
 * server takes the names. `theme` must stay free of imports and exports, because pages load it
 * as a classic blocking script so that the chosen theme is there before the first paint.
 */
import { defineConfig } from 'vitest/config';
import { classicScripts } from './classic-script.ts';

export default defineConfig({
  root: import.meta.dirname,
  // Relative, so that an academy works under any path of a proxy.
  base: './',
  publicDir: false,
  plugins: [classicScripts()],
  build: {
    outDir: '../src/gradschool/academy/static',
    emptyOutDir: true,
    manifest: 'manifest.json',
    assetsDir: 'assets',
    // Nothing is inlined as data: URLs: the content security policy has no `data:` for scripts or fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: {
        lesson: 'src/lesson.ts',
        site: 'src/site.ts',
        theme: 'src/theme.ts',
      },
    },
  },
  test: {
    include: ['tests/**/*.test.ts', 'src/**/*.test.ts'],
    environment: 'node',
  },
});
