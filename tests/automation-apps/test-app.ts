import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { getCacheDirectory } from '@plotline/local/stores/find-server';

const source = join(import.meta.dirname, '..', '..', 'services', 'connect', 'apps');
const maxOutput = 16 * 1024 * 1024;

/** The workflow automation apps. */
export const appNames = ['zapier', 'n8n'] as const;
export type AppName = (typeof appNames)[number];

/** Returns the cache folder for an app with these packages. */
async function getFolder(name: AppName): Promise<string> {
  const lock = await readFile(join(source, name, 'package-lock.json'));
  return join(getCacheDirectory(process.env), 'apps', `${name}-${hash('sha256', lock).slice(0, 12)}`);
}

/** Copies an app without build outputs and installed packages. */
async function copyApp(name: AppName, folder: string): Promise<void> {
  for (const part of ['src', 'nodes', 'credentials', 'tests', 'dist']) {
    await rm(join(folder, name, part), { recursive: true, force: true });
  }
  const filter = (path: string) => !['node_modules', 'dist'].includes(basename(path));
  await cp(join(source, name), join(folder, name), { recursive: true, filter });
  await cp(join(source, 'tsconfig.apps.json'), join(folder, 'tsconfig.apps.json'));
}

/** Installs the packages of an app, once for each lock file. Starts again after an interrupted installation. */
async function install(name: AppName, folder: string, report: (line: string) => void): Promise<void> {
  const app = join(folder, name);
  const done = join(app, 'node_modules', '.package-lock.json');
  if (existsSync(done)) return;
  report(`installing the packages of ${name} in ${folder} (once for these versions)`);
  // One of n8n's packages requires Node 24, but the nodes don't use it. Without this option, npm would enforce the
  // repository's engine-strict.
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--engine-strict=false'];
  await promisify(execFile)('npm', ['ci', ...options], { cwd: app });
}

/**
 * Copies an app to the cache, installs its packages there and runs its tests. Resolves to the output of the tests.
 * @throws Error with the output of a failed test.
 */
export async function testApp(
  name: AppName,
  environment: NodeJS.ProcessEnv = {},
  report: (line: string) => void = () => {},
): Promise<string> {
  const folder = await getFolder(name);
  await mkdir(folder, { recursive: true });
  await copyApp(name, folder);
  await install(name, folder, report);
  const env = { ...process.env, NODE_OPTIONS: '', ...environment };
  const { stdout } = await promisify(execFile)('npm', ['test'], { cwd: join(folder, name), env, maxBuffer: maxOutput });
  return stdout;
}
