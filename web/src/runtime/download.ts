/**
 * Fetches the runtime's files and says how many bytes have come.
 */
import { fileRoles } from '../worker/protocol';
import type { FileRole } from '../worker/protocol';
import type { UnavailableReason } from './runtime';

/** One file as the manifest lists it. */
export interface ManifestFile {
  url: string;
  /** Size when unpacked. */
  bytes: number;
  /** Size that travels, if the server sends brotli. */
  transfer: number;
}

export type Manifest = Readonly<Record<FileRole, ManifestFile>>;

/** A file could not be had; `reason` says what the page tells the learner. */
export class DownloadError extends Error {
  override name = 'DownloadError';
  readonly reason: UnavailableReason;

  constructor(reason: UnavailableReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

const format = 1;

/** The manifest in `data`; addresses are taken relative to `base`. Null when it is not one. */
export function parseManifest(data: unknown, base: string): Manifest | null {
  if (!isRecord(data) || data.format !== format || !isRecord(data.files)) return null;
  const files: Partial<Record<FileRole, ManifestFile>> = {};
  for (const role of fileRoles) {
    const file = data.files[role];
    if (!isRecord(file)) return null;
    const { name, bytes, transfer } = file;
    if (typeof name !== 'string' || typeof bytes !== 'number' || typeof transfer !== 'number') {
      return null;
    }
    files[role] = { url: new URL(name, base).href, bytes, transfer };
  }
  return isComplete(files) ? files : null;
}

/**
 * Fetches every file, all at once, and hands each over as soon as it is whole.
 *
 * `onProgress` gets compressed bytes: they are what the learner waits for. The browser shows only
 * unpacked ones, so each file counts by its share.
 */
export async function downloadAll(
  manifestUrl: string,
  onFile: (role: FileRole, bytes: ArrayBuffer) => void,
  onProgress: (loadedBytes: number, totalBytes: number) => void,
): Promise<void> {
  const manifest = await fetchManifest(manifestUrl);
  const total = fileRoles.reduce((sum, role) => sum + manifest[role].transfer, 0);
  const loaded = new Map<FileRole, number>();
  const tell = (role: FileRole, share: number) => {
    loaded.set(role, share * manifest[role].transfer);
    const sum = [...loaded.values()].reduce((a, b) => a + b, 0);
    onProgress(Math.round(sum), total);
  };
  await Promise.all(
    fileRoles.map(async (role) => {
      onFile(role, await fetchBytes(manifest[role], (share) => tell(role, share)));
    }),
  );
}

async function fetchManifest(url: string): Promise<Manifest> {
  const base = new URL(url, document.baseURI).href;
  const response = await fetch(base).catch(() => null);
  if (!response) throw new DownloadError('download-failed', `no answer for ${base}`);
  if (!response.ok) {
    // Any other answer is trouble that may pass, such as a proxy without its server.
    const reason = response.status === 404 ? 'runtime-missing' : 'download-failed';
    throw new DownloadError(reason, `${base}: ${response.status}`);
  }
  const manifest = parseManifest(await response.json().catch(() => null), base);
  if (!manifest) throw new DownloadError('runtime-missing', `${base} is not a runtime manifest`);
  return manifest;
}

async function fetchBytes(
  file: ManifestFile,
  onShare: (share: number) => void,
): Promise<ArrayBuffer> {
  const response = await fetch(file.url).catch(() => null);
  if (!response?.ok || !response.body) {
    throw new DownloadError('download-failed', `${file.url}: ${response?.status ?? 'no answer'}`);
  }
  // The size is known, so the bytes go straight to their place instead of into a list of pieces.
  const bytes = new Uint8Array(file.bytes);
  let at = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new DownloadError('download-failed', `${file.url} broke off`);
    });
    if (done) break;
    if (at + value.length > bytes.length) break;
    bytes.set(value, at);
    at += value.length;
    onShare(at / file.bytes);
  }
  if (at !== file.bytes) {
    throw new DownloadError('download-failed', `${file.url}: ${at} of ${file.bytes} bytes`);
  }
  return bytes.buffer;
}

function isComplete(files: Partial<Record<FileRole, ManifestFile>>): files is Manifest {
  return fileRoles.every((role) => files[role] !== undefined);
}

function isRecord(data: unknown): data is Record<string, unknown> {
  return typeof data === 'object' && data !== null;
}
