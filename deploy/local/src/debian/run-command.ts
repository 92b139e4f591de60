import { spawn } from 'node:child_process';

const KEPT_OUTPUT_CHARACTERS = 8_192;
const SHOWN_LINES = 12;

export interface CommandOptions {
  readonly environment: NodeJS.ProcessEnv;
  readonly deadlineMs: number;
}

/**
 * Runs a program to its end, without a terminal and without input; its output is shown only in the error.
 * @throws Error with the command and its last lines, when it fails or takes longer than the deadline.
 */
export async function runCommand(command: string, args: readonly string[], options: CommandOptions): Promise<void> {
  const child = spawn(command, args, {
    env: options.environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: options.deadlineMs,
    killSignal: 'SIGTERM',
  });
  let output = '';
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString('utf8')).slice(-KEPT_OUTPUT_CHARACTERS);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const outcome = await new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(code === 0 ? undefined : (signal ?? `exit code ${code}`)));
  });
  if (outcome === undefined) return;
  const lines = output.trimEnd().split('\n').slice(-SHOWN_LINES);
  throw new Error([`${command} ${args.join(' ')}: ${outcome}`, ...lines.map((line) => `  | ${line}`)].join('\n'));
}
