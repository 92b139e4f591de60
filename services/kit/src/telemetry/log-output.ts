import { type DestinationStream, pino } from 'pino';

/** Lines are written once there are so many characters of them, or after the delay: a write for each costs more than the line. */
const maxHeld = 8_192;
const maxDelayMs = 50;

/**
 * Standard output, for log lines. Written synchronously: a write that another thread had begun would be lost when the process
 * exits while the reader of a pipe lags. The lines are held here, as pino's own buffer is synchronized with the disk at each flush.
 */
class LogOutput implements DestinationStream {
  #destination = pino.destination({ dest: 1, sync: true });
  #lines = '';
  #timer: NodeJS.Timeout | undefined;

  /** From now on lines go to standard error: standard output is for what a command tells. */
  useStandardError(): void {
    this.flushSync();
    this.#destination = pino.destination({ dest: 2, sync: true });
  }

  write(line: string): void {
    this.#lines += line;
    if (this.#lines.length >= maxHeld) this.flushSync();
    else this.#timer ??= setTimeout(() => this.flushSync(), maxDelayMs).unref();
  }

  /** Writes all that is held. The logger calls it after a fatal error. */
  flushSync(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const lines = this.#lines;
    this.#lines = '';
    if (lines !== '') this.#destination.write(lines);
  }
}

/** The one of this process; what it holds is written when the process exits. */
export const logOutput = new LogOutput();
process.on('exit', () => logOutput.flushSync());
