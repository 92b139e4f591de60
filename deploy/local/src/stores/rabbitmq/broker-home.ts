import { mkdir, readdir, readFile, realpath, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Applications that another one names as those that it needs. */
function parseNeeded(description: string): string[] {
  const [, names = ''] = /\{\s*applications\s*,\s*\[([^\]]*)\]/.exec(description) ?? [];
  return names.split(',').map((name) => name.trim().replaceAll("'", ''));
}

/** Folders of the applications that the broker needs without a plugin; null where they can't be told. */
async function listNeeded(plugins: string): Promise<string[] | null> {
  const entries = await readdir(plugins).catch(() => []);
  // What an archive needs can't be read without unpacking it.
  if (entries.some((entry) => entry.endsWith('.ez'))) return null;
  const folders = new Map(entries.map((folder) => [folder.replace(/-[^-]*$/, ''), folder]));
  const needed: string[] = [];
  const waiting = ['rabbit'];
  for (const name of waiting) {
    const folder = folders.get(name);
    // Those of Erlang itself lie elsewhere.
    if (folder === undefined) continue;
    needed.push(folder);
    const description = await readFile(join(plugins, folder, 'ebin', `${name}.app`), 'utf8').catch(() => null);
    if (description === null) return null;
    waiting.push(...parseNeeded(description).filter((one) => !waiting.includes(one)));
  }
  return needed.length > 0 ? needed : null;
}

/**
 * Makes `home` a home of RabbitMQ that has only what a broker without plugins needs of the one that `server` is installed in. Erlang looks
 * for each module in all folders of the home, and the broker reads the configuration schema of every plugin: without those it starts with
 * half the processor time. Resolves to whether it could be made.
 */
export async function linkBrokerHome(server: string, home: string): Promise<boolean> {
  await rm(home, { recursive: true, force: true });
  const plugins = join(dirname(await realpath(server)), '..', 'plugins');
  const needed = await listNeeded(plugins);
  if (needed === null) return false;
  await mkdir(join(home, 'plugins'), { recursive: true });
  for (const folder of needed) await symlink(join(plugins, folder), join(home, 'plugins', folder));
  return true;
}
