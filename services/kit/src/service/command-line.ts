import { type ParseArgsConfig, parseArgs } from 'node:util';
import { Problem } from '../core/errors.js';
import { logOutput } from '../telemetry/log-output.js';

type Options = NonNullable<ParseArgsConfig['options']>;

type Parsed<O extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; options: O; strict: true; allowPositionals: true }>
>;

/** A command for operators. */
export interface CommandSpec<O extends Options> {
  /** Text for `--help`, also printed after a usage error. */
  readonly usage: string;
  readonly options: O;
  /** Number of arguments besides the options; none by default. */
  readonly positionals?: { readonly min: number; readonly max: number };
  /** Whether the command's output is log lines. Then they go to standard output. */
  readonly logsToOutput?: boolean;
  /** Does the work. Resolves to the exit code. Any other value counts as 0. */
  run(line: Parsed<O>): Promise<unknown>;
}

/** An invalid command line: the command prints its usage and exits with 2. */
export class UsageError extends Error {}

/** A failure, described for the operator: the command exits with 1. */
export class CommandError extends Error {}

const help = { help: { type: 'boolean', short: 'h', default: false } } as const;

function write(text: string): void {
  // Writes buffered log lines before the message.
  logOutput.flushSync();
  process.stderr.write(`${text}\n`);
}

function describe(error: unknown): string {
  if (error instanceof Problem && error.details.length > 0) {
    return error.details.map(({ field, message }) => `--${field} ${message}`).join('\n');
  }
  return error instanceof Error ? error.message : String(error);
}

function readLine<O extends Options>({ options, positionals, usage }: CommandSpec<O>, args: readonly string[]) {
  const { min, max } = positionals ?? { min: 0, max: 0 };
  const given: Options = { ...options, ...help };
  try {
    const { values, positionals: found } = parseArgs({ args: [...args], options: given, allowPositionals: true });
    if (values['help'] === true) return { isHelp: true };
    if (found.length > max) throw new UsageError(`Unexpected argument '${found[max]}'`);
    if (found.length < min) throw new UsageError('An argument is missing');
    return { isHelp: false };
  } catch (error) {
    write(`${describe(error)}\n${usage}`);
    return null;
  }
}

/**
 * Runs a command for operators. `--help` only prints the usage, unknown options and arguments are refused, and a
 * failure is described in one sentence. Log lines go to standard error, because findings go to standard output. Sets
 * the exit code: 0, 1 for a failure, 2 for a usage error.
 */
export async function runCommand<O extends Options>(
  spec: CommandSpec<O>,
  args: readonly string[] = process.argv.slice(2),
): Promise<void> {
  const line = readLine(spec, args);
  if (!line) {
    process.exitCode = 2;
    return;
  }
  if (line.isHelp) {
    process.stdout.write(`${spec.usage}\n`);
    return;
  }
  if (!spec.logsToOutput) logOutput.useStandardError();
  const { options } = spec;
  try {
    const parsed = parseArgs({ args: [...args], options, strict: true, allowPositionals: true });
    const code = await spec.run(parsed);
    process.exitCode = typeof code === 'number' ? code : 0;
  } catch (error) {
    const isUsage = error instanceof UsageError;
    write(isUsage ? `${error.message}\n${spec.usage}` : describe(error));
    process.exitCode = isUsage ? 2 : 1;
  }
}
