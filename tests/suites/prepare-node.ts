import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { getCacheDirectory } from '@plotline/local/stores/find-server';

/**
 * Puts another version of Node first on the PATH. It comes from the npm package `node` and is installed once in the
 * cache. It is not a dependency of the checkout, because npm would then run every script with it.
 * @returns The variables that select it.
 */
export async function prepareNode(major: number, report: (line: string) => void): Promise<NodeJS.ProcessEnv> {
  const folder = join(getCacheDirectory(process.env), `node-${major}`);
  const programs = join(folder, 'node_modules', '.bin');
  if (!existsSync(join(programs, 'node'))) {
    report(`installing Node ${major} from npm (once for this machine)`);
    await mkdir(folder, { recursive: true });
    await promisify(execFile)('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', `node@${major}`]);
  }
  return { PATH: `${programs}${delimiter}${process.env['PATH'] ?? ''}` };
}
