/**
 * Reads zip archives whose files are stored, not deflated: the build makes no others.
 *
 * Python could unpack them too, but its `zipfile` takes a third of a second for NumPy, and here
 * it takes none: every file is a view of the archive.
 */

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const endBytes = 22;
const entryBytes = 46;
const localBytes = 30;

export interface ZipEntry {
  /** Path in the archive, with `/`. */
  name: string;
  /** A view of the archive, not a copy. */
  bytes: Uint8Array<ArrayBuffer>;
}

/** The files of an archive in the order of its directory. Throws on anything but stored files. */
export function readStoredZip(archive: ArrayBuffer): ZipEntry[] {
  const view = new DataView(archive);
  // Our archives have no comment, so the end record is at the very end.
  const end = archive.byteLength - endBytes;
  if (end < 0 || view.getUint32(end, true) !== endSignature) throw new Error('not a zip archive');
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  const decoder = new TextDecoder();
  const entries: ZipEntry[] = [];
  for (let index = 0; index < count; index += 1) {
    if (view.getUint32(at, true) !== entrySignature) throw new Error('a broken zip directory');
    if (view.getUint16(at + 10, true) !== 0) throw new Error('a zip archive that is not stored');
    const size = view.getUint32(at + 24, true);
    const nameLength = view.getUint16(at + 28, true);
    const local = view.getUint32(at + 42, true);
    const name = decoder.decode(new Uint8Array(archive, at + entryBytes, nameLength));
    // The local header has an extra field of its own length.
    const data =
      local + localBytes + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    entries.push({ name, bytes: new Uint8Array(archive, data, size) });
    at += entryBytes + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}
