/** Builds the test page into the folder that `GRADSCHOOL_TEST_PAGE` names. */
import { defineConfig } from 'vite';
import { classicScripts } from '../../classic-script.ts';

export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [classicScripts()],
  logLevel: 'warn',
  build: {
    outDir: process.env.GRADSCHOOL_TEST_PAGE ?? 'dist',
    emptyOutDir: true,
    rollupOptions: {
      input: 'page.ts',
      output: { entryFileNames: 'page.js' },
    },
  },
});
