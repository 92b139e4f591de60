import { type ParseArgsConfig, parseArgs } from 'node:util';
import { Problem } from '../core/errors.js';
import { logOutput } from '../telemetry/log-output.js';

type Options = NonNullable<ParseArgsConfig['options']>;

type Parsed<O extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; options: O; strict: true; allowPositionals: true }>
>;

/** A command of operators. */
export interface CommandSpec<O extends Options> {
  /** What `--help` tells, and what follows a mistake. */
  readonly usage: string;
  readonly options: O;
  /** How many arguments beside the options it takes; none unless told. */
  readonly positionals?: { readonly min: number; readonly max: number };
  /** Log lines are what the command tells, and go to standard output. */
  readonly logsToOutput?: boolean;
  /** Does the work. Resolves to the code to end with, when that is not 0. */
  run(line: Parsed<O>): Promise<unknown>;
}

/** A command line that makes no sense: the command tells how it is used and ends with 2. */
export class UsageError extends Error {}

/** What stops a command, in words for the operator: it ends with 1. */
export class CommandError extends Error {}

const help = { help: { type: 'boolean', short: 'h', default: false } } as const;

function write(text: string): void {
  // What was logged before comes before.
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
 * Runs a command of operators: `--help` tells how it is used and does nothing else, unknown options and arguments are refused, and what
 * fails is told in a sentence. Log lines go to standard error, as standard output has what the command finds. Sets the code
 * that the process ends with: 0, 1 for a failure, 2 for a command line that makes no sense.
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
