import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isTree } from '../support/contract/tree.js';

const file = 'deploy/container/broker-permissions.json';

/** Joins expressions with the same path. The result allows everything that any of them allows. */
function joinExpressions(former: unknown, next: unknown): unknown {
  if (typeof former === 'string' && typeof next === 'string') return former === next ? next : `(${former})|(${next})`;
  if (!isTree(former) || !isTree(next)) return next ?? former;
  const names = new Set([...Object.keys(former), ...Object.keys(next)]);
  return Object.fromEntries([...names].map((name) => [name, joinExpressions(former[name], next[name])]));
}

/**
 * Writes the broker users' permissions for two releases that run side by side. They are the permissions of both.
 * Resolves to the path of the file in `folder`.
 */
export async function widenPermissions(previous: string, next: string, folder: string): Promise<string> {
  const [former, added]: unknown[] = await Promise.all(
    [previous, next].map(async (release) => JSON.parse(await readFile(join(release, file), 'utf8'))),
  );
  const path = join(folder, 'broker-permissions.json');
  await writeFile(path, JSON.stringify(joinExpressions(former, added)));
  return path;
}
