import { parseArgs } from 'node:util';

export interface Arguments {
  /** Begin with empty data. */
  readonly fresh: boolean;
}

/**
 * Reads what follows `npm start --`.
 * @throws Error naming an unknown argument.
 */
export function readArguments(args: readonly string[]): Arguments {
  const { values } = parseArgs({
    args: [...args],
    options: { fresh: { type: 'boolean', default: false } },
    strict: true,
  });
  return { fresh: values.fresh };
}
