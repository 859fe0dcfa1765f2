/**
 * Vite plugin: `import script from './worker.ts?classic'` gives the built file as a string.
 *
 * The runtime's frame and worker start from strings, as classic scripts: a document without an
 * address can load no module of ours. The file and all it imports become one self-contained
 * script. The plugin also writes `runtime-csp.json` beside the manifest: what the page's policy
 * must allow for the frame, above all the hash of the frame's script.
 */
import { build } from 'vite';
import type { Plugin } from 'vite';

const query = '?classic';
const frame = /\/runtime\/frame\.ts$/;

export function classicScripts(): Plugin {
  const frameHashes = new Map<string, string>();
  return {
    name: 'gradschool:classic-scripts',
    enforce: 'pre',

    async load(id) {
      if (!id.endsWith(query)) return null;
      const path = id.slice(0, -query.length);
      const { code, modules } = await buildClassic(path);
      for (const module of modules) this.addWatchFile(module);
      const hash = await sha256(code);
      if (frame.test(path)) frameHashes.set(path, hash);
      return [
        `export default ${JSON.stringify(code)};`,
        `export const hash = ${JSON.stringify(hash)};`,
      ].join('\n');
    },

    generateBundle() {
      const sources = [...frameHashes.values()].map((hash) => `'${hash}'`);
      if (sources.length === 0) return;
      this.emitFile({
        type: 'asset',
        fileName: 'runtime-csp.json',
        source: `${JSON.stringify(
          { script_src: ["'wasm-unsafe-eval'", ...sources], worker_src: ['blob:'] },
          null,
          2,
        )}\n`,
      });
    },
  };
}

interface ClassicScript {
  code: string;
  modules: string[];
}

async function buildClassic(entry: string): Promise<ClassicScript> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      lib: { entry, formats: ['iife'], name: 'gradschool', fileName: 'script' },
    },
  });
  const output = Array.isArray(result) ? result[0] : result;
  if (!output || !('output' in output)) throw new Error(`${entry} was not built`);
  const chunk = output.output[0];
  return { code: chunk.code, modules: chunk.moduleIds.filter((id) => id.startsWith('/')) };
}

/** The hash of a script as a content security policy names it. */
async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}
