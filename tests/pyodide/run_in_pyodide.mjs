/**
 * Runs cells in Pyodide under Node, from the very files that the academy serves.
 *
 *   node run_in_pyodide.mjs <folder of npm pyodide> <runtime folder> < cells.json > outcomes.json
 *
 * Standard input is a list of cells; standard output gets for each what
 * `gradschool.browser.worker` says about it, and what it printed.
 */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [pyodideFolder, runtimeFolder] = process.argv.slice(2);
const manifest = JSON.parse(readFileSync(join(runtimeFolder, 'manifest.json'), 'utf8'));
const file = (role) => readFileSync(join(runtimeFolder, manifest.files[role].name));

// Pyodide under Node takes the standard library from a path, and it must have this name.
const stdlib = join(mkdtempSync(join(tmpdir(), 'pyodide-')), 'python_stdlib.zip');
writeFileSync(stdlib, file('stdlib'));
const { loadPyodide } = await import(pathToFileURL(join(pyodideFolder, 'pyodide.mjs')).href);
const pyodide = await loadPyodide({ indexURL: pyodideFolder, stdLibURL: stdlib });

const sitePackages = '/lib/python3.12/site-packages';
pyodide.unpackArchive(new Uint8Array(file('numpy')), 'zip', { extractDir: sitePackages });
pyodide.FS.writeFile('/lib/gradschool.zip', file('engine'));
pyodide.runPython('import sys; sys.path.append("/lib/gradschool.zip")');

let output = '';
const bridge = {
  waiting: 'none',
  memory_limit: 2 ** 30,
  write: (_stream, text) => {
    output += text;
  },
  flush: () => {},
  cut: () => {},
  should_yield: () => false,
};
const run = pyodide.pyimport('gradschool.browser.worker').start(bridge);
const outcomes = JSON.parse(readFileSync(0, 'utf8')).map((code, index) => {
  output = '';
  const outcome = JSON.parse(run(`cell-${index}`, code));
  return { ...outcome, output };
});
process.stdout.write(JSON.stringify(outcomes));
