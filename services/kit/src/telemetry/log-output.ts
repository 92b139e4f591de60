import { type DestinationStream, pino } from 'pino';

/**
 * Lines are written after this many characters, or after the delay. Writing each line separately would cost more than
 * creating the line.
 */
const maxHeld = 8_192;
const maxDelayMs = 50;

/**
 * Standard output for log lines. Writes synchronously, because a write on another thread would be lost if the process
 * exits while the reader of a pipe is slow. Buffers the lines itself, because pino's own buffer is synchronized with
 * the disk at each flush.
 */
class LogOutput implements DestinationStream {
  #destination = pino.destination({ dest: 1, sync: true });
  #lines = '';
  #timer: NodeJS.Timeout | undefined;

  /** Sends lines to standard error from now on, because a command's output goes to standard output. */
  useStandardError(): void {
    this.flushSync();
    this.#destination = pino.destination({ dest: 2, sync: true });
  }

  write(line: string): void {
    this.#lines += line;
    if (this.#lines.length >= maxHeld) this.flushSync();
    else this.#timer ??= setTimeout(() => this.flushSync(), maxDelayMs).unref();
  }

  /** Writes all buffered lines. The logger calls it after a fatal error. */
  flushSync(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const lines = this.#lines;
    this.#lines = '';
    if (lines !== '') this.#destination.write(lines);
  }
}

/** Log output of this process. Its buffer is written when the process exits. */
export const logOutput = new LogOutput();
process.on('exit', () => logOutput.flushSync());
