import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseManifest } from '../../src/runtime/download';
import { clearAnswer, inputChannelBytes, waitForAnswer, writeAnswer } from '../../src/worker/input-channel';
import { fileRoles, maxAnswerLength } from '../../src/worker/protocol';
import { readStoredZip } from '../../src/worker/stored-zip';

function zip(method: 'ZIP_STORED' | 'ZIP_DEFLATED'): ArrayBuffer {
  const path = join(mkdtempSync(join(tmpdir(), 'zip-')), 'a.zip');
  const python = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w", zipfile.${method}) as archive:
    archive.writestr("a/é.py", "print('é')" * 100)
    archive.writestr("empty", "")
`;
  execFileSync('python3', ['-c', python, path]);
  const bytes = readFileSync(path);
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
}

describe('readStoredZip', () => {
  it('gives the files that Python wrote', () => {
    const entries = readStoredZip(zip('ZIP_STORED'));
    expect(entries.map((entry) => entry.name)).toEqual(['a/é.py', 'empty']);
    expect(new TextDecoder().decode(entries[0]?.bytes)).toBe("print('é')".repeat(100));
    expect(entries[1]?.bytes.length).toBe(0);
  });

  it('refuses what is deflated', () => {
    expect(() => readStoredZip(zip('ZIP_DEFLATED'))).toThrow('not stored');
  });

  it('refuses what is no archive', () => {
    expect(() => readStoredZip(new ArrayBuffer(100))).toThrow('not a zip archive');
    expect(() => readStoredZip(new ArrayBuffer(3))).toThrow('not a zip archive');
  });
});

describe('parseManifest', () => {
  const file = { name: 'a.0123.zip', sha256: 'x', bytes: 10, transfer: 4 };
  const files = Object.fromEntries(fileRoles.map((role) => [role, file]));

  it('takes addresses relative to itself', () => {
    const manifest = parseManifest({ format: 1, files }, 'https://a.test/x/runtime/manifest.json');
    expect(manifest?.wasm).toEqual({
      url: 'https://a.test/x/runtime/a.0123.zip',
      bytes: 10,
      transfer: 4,
    });
  });

  it.each([
    null,
    { files },
    { format: 2, files },
    { format: 1, files: { ...files, wasm: undefined } },
    { format: 1, files: { ...files, wasm: { name: 3 } } },
  ])('refuses %j', (data) => {
    expect(parseManifest(data, 'https://a.test/')).toBeNull();
  });
});

describe('the input channel', () => {
  const never = () => false;

  it.each(['', 'a', 'Zoë 🎓', '漢'.repeat(maxAnswerLength)])('carries a line', (line) => {
    const memory = new SharedArrayBuffer(inputChannelBytes);
    clearAnswer(memory);
    writeAnswer(memory, line);
    expect(waitForAnswer(memory, never)).toBe(line);
  });

  it('carries the end of the file', () => {
    const memory = new SharedArrayBuffer(inputChannelBytes);
    writeAnswer(memory, null);
    expect(waitForAnswer(memory, never)).toBeNull();
  });

  it('forgets an earlier answer and ends when interrupted', () => {
    const memory = new SharedArrayBuffer(inputChannelBytes);
    writeAnswer(memory, 'old');
    clearAnswer(memory);
    expect(waitForAnswer(memory, () => true)).toBeUndefined();
  });

  it('cuts a line that is longer than the memory', () => {
    const memory = new SharedArrayBuffer(inputChannelBytes);
    writeAnswer(memory, '漢'.repeat(maxAnswerLength + 5));
    expect(waitForAnswer(memory, never)?.length).toBe(maxAnswerLength);
  });
});
