import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { getCacheDirectory } from '@plotline/local/stores/find-server';

const version = '9.10.0';

/**
 * Installs Parse Server in the user's cache, and keeps it there. Resolves to the `package.json` that resolves its
 * modules.
 */
export async function installParseServer(): Promise<string> {
  const folder = join(getCacheDirectory(process.env), 'bench', `parse-server-${version}`);
  const manifest = join(folder, 'package.json');
  if (existsSync(join(folder, 'node_modules', 'parse-server', 'package.json'))) return manifest;
  console.log(`installing Parse Server ${version} in ${folder}`);
  await mkdir(folder, { recursive: true });
  await writeFile(manifest, '{ "private": true }\n');
  const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts', `parse-server@${version}`];
  await promisify(execFile)('npm', install, { cwd: folder });
  return manifest;
}
