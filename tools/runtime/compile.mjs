/**
 * Compiles the Python files of one zip archive to bytecode, inside Pyodide itself.
 *
 *   node compile.mjs <folder of npm pyodide> <in.zip> <out.zip> <prefix> <sources: keep|drop>
 *
 * Bytecode belongs to one Python version. The Python that will read it runs under Node as
 * well, so no second Python is needed on the machine that builds.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [pyodideFolder, input, output, prefix, sources] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(pyodideFolder, 'pyodide.mjs')).href);
const pyodide = await loadPyodide({ indexURL: pyodideFolder });

pyodide.FS.writeFile('/in.zip', readFileSync(input));
pyodide.globals.set('prefix', prefix);
pyodide.globals.set('keep_sources', sources === 'keep');
pyodide.runPython(`
import importlib.util, marshal, zipfile

def bytecode(name, source):
    # "Unchecked hash": the reader does not look for a newer source (PEP 552).
    code = compile(source, prefix + name, "exec", dont_inherit=True)
    head = importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little")
    return head + importlib.util.source_hash(source) + marshal.dumps(code)

with zipfile.ZipFile("/in.zip") as old, zipfile.ZipFile("/out.zip", "w") as new:
    for entry in old.infolist():
        data = old.read(entry)
        is_source = entry.filename.endswith(".py")
        if is_source:
            compiled = zipfile.ZipInfo(entry.filename + "c", entry.date_time)
            try:
                new.writestr(compiled, bytecode(entry.filename, data))
            except SyntaxError as error:
                print(f"left as it is: {entry.filename}: {error}")
                is_source = False
        if not is_source or keep_sources:
            new.writestr(entry, data)
`);
writeFileSync(output, pyodide.FS.readFile('/out.zip'));
