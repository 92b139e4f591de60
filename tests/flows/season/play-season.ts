import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import openapi, { astToString } from 'openapi-typescript';
import { servedDocument } from '../../support/contract/served-contract.js';
import type { Entry } from './entry.js';

const run = promisify(execFile);
const checkout = resolve(import.meta.dirname, '../../..');
const patience = 120_000;

async function typesOf(base: string): Promise<string> {
  const document = JSON.stringify(await servedDocument(base));
  // A field with a default may be left out of a request.
  return astToString(await openapi(document, { defaultNonNullable: false }));
}

async function nodeRun(directory: string, args: readonly string[], environment: NodeJS.ProcessEnv): Promise<void> {
  const options = { cwd: directory, env: { ...process.env, ...environment }, timeout: patience };
  await run(process.execPath, args, options).catch((error: unknown) => {
    throw new Error(
      `${args.join(' ')}: ${Reflect.get(Object(error), 'stdout')}${Reflect.get(Object(error), 'stderr')}`,
    );
  });
}

/**
 * Plays the integrator's season in a folder of its own, where there is nothing of ours but the types made from the served
 * document: compiles it, runs it, and resolves to its record of calls.
 */
export async function playSeason(base: string, key: string): Promise<readonly Entry[]> {
  const directory = await mkdtemp(join(tmpdir(), 'plotline-season-'));
  try {
    await cp(join(import.meta.dirname, 'integration'), directory, { recursive: true });
    await writeFile(join(directory, 'package.json'), '{"type":"module"}');
    await writeFile(join(directory, 'contract.ts'), await typesOf(base));
    await symlink(join(checkout, 'node_modules'), join(directory, 'node_modules'));
    await nodeRun(directory, ['node_modules/typescript/bin/tsc', '--project', '.'], {});
    const file = join(directory, 'record.json');
    await nodeRun(directory, ['out/season.js'], { PLOTLINE_URL: base, PLOTLINE_KEY: key, SEASON_RECORD: file });
    return JSON.parse(await readFile(file, 'utf8'));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
