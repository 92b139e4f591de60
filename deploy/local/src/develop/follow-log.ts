import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { readLogSize } from '../supervise/log-file.js';

const POLL_MS = 100;

/**
 * Copies the lines appended to a log from byte `start` on, until `signal` aborts. After the log was emptied, reads it
 * from its beginning.
 */
export async function followLog(
  file: string,
  start: number,
  output: NodeJS.WritableStream,
  signal: AbortSignal,
): Promise<void> {
  let position = start;
  for (;;) {
    const size = readLogSize(file);
    if (size < position) position = 0;
    if (size > position) {
      await pipeline(createReadStream(file, { start: position, end: size - 1 }), output, { end: false });
      position = size;
    }
    // Copies the last lines before the function ends.
    if (signal.aborted) return;
    await delay(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}
