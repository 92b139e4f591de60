import { spawn } from 'node:child_process';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';

const MAX_OUTPUT_CHARACTERS = 8_192;
const MAX_ERROR_LINES = 30;

export interface CommandOptions {
  readonly environment: NodeJS.ProcessEnv;
  readonly deadlineMs: number;
  readonly directory?: string;
  /** File to use as standard input. There is no input by default. */
  readonly inputFile?: string;
  /** Receives each line of the program's standard output. */
  readonly onLine?: (line: string) => void;
  /** Ends the program when aborted. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs a program to its end, without a terminal. Its output appears only in the error.
 * @throws Error with the command and the last lines of its output, when the command fails or takes longer than the
 * deadline.
 */
export async function runCommand(command: string, args: readonly string[], options: CommandOptions): Promise<void> {
  const input = options.inputFile === undefined ? undefined : await open(options.inputFile);
  const child = spawn(command, args, {
    env: options.environment,
    ...(options.directory === undefined ? {} : { cwd: options.directory }),
    stdio: [input?.fd ?? 'ignore', 'pipe', 'pipe'],
    timeout: options.deadlineMs,
    killSignal: 'SIGTERM',
    signal: options.signal,
  });
  let output = '';
  const append = (chunk: Buffer): void => {
    output = (output + chunk.toString('utf8')).slice(-MAX_OUTPUT_CHARACTERS);
  };
  child.stdout?.on('data', append);
  if (child.stdout && options.onLine) createInterface({ input: child.stdout }).on('line', options.onLine);
  child.stderr?.on('data', append);
  const outcome = await new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => {
      // An abort also emits an error, but then the program has not ended yet.
      if (child.pid !== undefined) return;
      child.stdout?.destroy();
      child.stderr?.destroy();
      resolve(error.message);
    });
    child.once('close', (code, signal) => resolve(code === 0 ? undefined : (signal ?? `exit code ${code}`)));
  });
  await input?.close();
  if (outcome === undefined) return;
  const lines = output.trimEnd().split('\n').slice(-MAX_ERROR_LINES);
  throw new Error([`${command} ${args.join(' ')}: ${outcome}`, ...lines.map((line) => `  | ${line}`)].join('\n'));
}
