import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import openapi, { astToString } from 'openapi-typescript';
import { servedDocument } from '../../../support/contract/served-contract.js';
import type { RecordedCall } from './integration/recorded-call.js';

const run = promisify(execFile);
const checkout = resolve(import.meta.dirname, '../../../..');
const timeoutMs = 600_000;

async function generateTypes(base: string): Promise<string> {
  const document = JSON.stringify(await servedDocument(base));
  // A request may omit a field with a default.
  return astToString(await openapi(document, { defaultNonNullable: false }));
}

async function runNode(directory: string, args: readonly string[], environment: NodeJS.ProcessEnv): Promise<void> {
  const options = { cwd: directory, env: { ...process.env, ...environment }, timeout: timeoutMs };
  await run(process.execPath, args, options).catch((error: unknown) => {
    throw new Error(
      `${args.join(' ')}: ${Reflect.get(Object(error), 'stdout')}${Reflect.get(Object(error), 'stderr')}`,
    );
  });
}

/**
 * Compiles and runs the integration in its own folder, where the only types are generated from the served document.
 * Resolves to its calls.
 */
export async function runIntegration(base: string, key: string): Promise<readonly RecordedCall[]> {
  const directory = await mkdtemp(join(tmpdir(), 'plotline-season-'));
  try {
    await cp(join(import.meta.dirname, 'integration'), directory, { recursive: true });
    await writeFile(join(directory, 'package.json'), '{"type":"module"}');
    await writeFile(join(directory, 'contract.ts'), await generateTypes(base));
    await symlink(join(checkout, 'node_modules'), join(directory, 'node_modules'));
    await runNode(directory, ['node_modules/typescript/bin/tsc', '--project', '.'], {});
    const file = join(directory, 'calls.json');
    await runNode(directory, ['out/season.js'], { PLOTLINE_URL: base, PLOTLINE_KEY: key, SEASON_CALLS: file });
    return JSON.parse(await readFile(file, 'utf8'));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
