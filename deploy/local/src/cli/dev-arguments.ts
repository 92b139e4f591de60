import { parseArgs } from 'node:util';
import { PROGRAM_NAMES } from '../develop/control-protocol.js';

export interface DevArguments {
  /** Name of a program, or `dashboard` for the dashboard. */
  readonly name: string;
  readonly inspectPort: number | undefined;
}

const NAMES: readonly string[] = [...PROGRAM_NAMES, 'dashboard'];
/** Node's default inspector port. */
const INSPECT_PORT = 9_229;

/**
 * Parses the arguments after `npm run dev --`.
 * @throws Error with the valid names, or with the argument that can't be read.
 */
export function readDevArguments(args: readonly string[]): DevArguments {
  const { values, positionals } = parseArgs({
    // The port is optional, as for Node.
    args: args.map((argument) => (argument === '--inspect' ? `--inspect=${INSPECT_PORT}` : argument)),
    options: { inspect: { type: 'string' } },
    allowPositionals: true,
    strict: true,
  });
  const [name = '', ...others] = positionals;
  if (!NAMES.includes(name) || others.length > 0) {
    const problem =
      name === '' ? 'Name the program to run from source' : `"${positionals.join(' ')}" can't be run from source`;
    throw new Error(`${problem}: npm run dev -- <${NAMES.join(' | ')}> [--inspect[=port]]`);
  }
  if (name === 'dashboard' && values.inspect !== undefined)
    throw new Error('The dashboard runs in the browser: use its developer tools instead of --inspect.');
  return { name, inspectPort: values.inspect === undefined ? undefined : parsePort(values.inspect) };
}

function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535) throw new Error(`--inspect takes a port from 1 to 65535, not "${text}".`);
  return port;
}
