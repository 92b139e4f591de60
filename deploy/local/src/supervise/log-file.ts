import { closeSync, copyFileSync, fstatSync, mkdirSync, openSync, readSync, statSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';

const MAX_LOG_BYTES = 5 * 1024 * 1024;
const TAIL_BYTES = 8 * 1024;

/** Opens a log for appending and creates its folder. The caller closes the descriptor. */
export function openLog(file: string): number {
  mkdirSync(dirname(file), { recursive: true });
  return openSync(file, 'a', 0o600);
}

/** Returns the size of a log in bytes, or 0 if the log does not exist. */
export function readLogSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Moves the content of a log over 5 MiB to `<file>.1`, so that both files together stay under about 10 MiB. Empties the
 * file instead of renaming it, because the writer keeps its descriptor open.
 */
export function rotateLog(file: string): void {
  if (readLogSize(file) <= MAX_LOG_BYTES) return;
  copyFileSync(file, `${file}.1`);
  truncateSync(file);
}

/** Returns the last `lines` lines written after byte `from`, or of the whole log if it was emptied since. */
export function readLogTail(file: string, from: number, lines: number): string[] {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch {
    return [];
  }
  try {
    const { size } = fstatSync(descriptor);
    const start = Math.max(from > size ? 0 : from, size - TAIL_BYTES);
    const buffer = Buffer.alloc(size - start);
    const read = readSync(descriptor, buffer, 0, buffer.length, start);
    return buffer.toString('utf8', 0, read).trimEnd().split('\n').filter(Boolean).slice(-lines);
  } finally {
    closeSync(descriptor);
  }
}
