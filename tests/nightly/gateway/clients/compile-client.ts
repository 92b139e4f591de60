import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const checkout = resolve(import.meta.dirname, '../../../..');
const usage = join(import.meta.dirname, 'usage');
const timeoutMs = 90_000;

/** Tested client generators, each with the command that creates `generated/` from `document.json`. */
const generators = {
  'openapi-typescript': ['openapi-typescript/bin/cli.js', 'document.json', '--output', 'generated/contract.ts'],
  'hey-api': ['@hey-api/openapi-ts/bin/run.js', '--input', 'document.json', '--output', 'generated', '--silent'],
  orval: [
    'orval/dist/bin/orval.js',
    '--input',
    'document.json',
    '--output',
    'generated/client.ts',
    '--client',
    'fetch',
  ],
} as const;

export type Generator = keyof typeof generators;
export const generatorNames: readonly Generator[] = ['openapi-typescript', 'hey-api', 'orval'];

/** Returns a script of an installed package. npm puts packages that need another TypeScript version below `tests`. */
function findScript(file: string): string {
  const places = ['tests', '.'].map((unit) => join(checkout, unit, 'node_modules', file));
  const found = places.find((place) => existsSync(place));
  if (found === undefined) throw new Error(`${file} is not installed.`);
  return found;
}

async function runNode(directory: string, [file = '', ...args]: readonly string[]): Promise<void> {
  const script = findScript(file);
  await run(process.execPath, [script, ...args], { cwd: directory, timeout: timeoutMs }).catch((error: unknown) => {
    const { stdout = '', stderr = '' }: { stdout?: string; stderr?: string } = Object(error);
    throw new Error(`${file}: ${stdout}${stderr}`.slice(0, 4_000));
  });
}

/**
 * Generates a client from the document, and compiles it under strict TypeScript with a short program that uses it.
 * Throws an error with the output of the generator or the compiler.
 */
export async function compileClient(name: Generator, document: object): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), `plotline-${name}-`));
  try {
    await mkdir(join(directory, 'generated'));
    await writeFile(join(directory, 'package.json'), '{"type":"module"}');
    await writeFile(join(directory, 'document.json'), JSON.stringify(document));
    await cp(join(usage, 'tsconfig.json'), join(directory, 'tsconfig.json'));
    await cp(join(usage, `${name}.ts`), join(directory, 'usage.ts'));
    await symlink(join(checkout, 'node_modules'), join(directory, 'node_modules'));
    await runNode(directory, generators[name]);
    await runNode(directory, ['typescript/bin/tsc', '--project', '.', '--pretty', 'false']);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
