import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './compose-file.js';

/** Calls the only exported function of a `config.js`, and prints the names that it read. */
const script = `
  const functions = Object.values(await import(process.argv[1])).filter((value) => typeof value === 'function');
  if (functions.length !== 1) throw new Error('which of ' + functions.length + ' functions reads the environment?');
  console.log(JSON.stringify(Object.keys(functions[0]())));
`;

/**
 * Makes a program read an environment. Takes the program's compiled `main.js`. Returns the variables that the program
 * knows. Throws an error if a variable is missing or invalid.
 */
export function readConfig(main: string, environment: Readonly<Record<string, string>>): string[] {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', script, join(root, main.replace('main.js', 'config.js'))],
    { env: { ...environment }, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}
