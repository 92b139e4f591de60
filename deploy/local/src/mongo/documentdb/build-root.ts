import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { installDebianPackages } from '../../debian/install-debian-packages.js';
import { runCommand } from '../../debian/run-command.js';
import { findBinary } from '../../find-binary.js';
import { holdLock } from '../hold-lock.js';
import { buildTemplate } from './build-template.js';
import { debianMirrors } from './debian-mirrors.js';
import { type RootLayout, rootLayout, rootName } from './root-layout.js';

/** Releases of Debian that carry the package. */
const SUITES = ['forky', 'sid'];
const BUILD_DEADLINE_MS = 10 * 60_000;
const LOCK_WAIT_MS = 15 * 60_000;

interface BuildOptions {
  readonly cache: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly report: (line: string) => void;
}

/** The root in the cache, if it was built before. */
export function builtRoot(cache: string): RootLayout | undefined {
  const root = join(cache, rootName());
  return existsSync(root) ? rootLayout(root) : undefined;
}

/**
 * The root in the cache, built first when it is not there. Only a complete one gets its name, and of several launchers
 * one builds while the others wait.
 * @throws Error with the last lines of what failed.
 */
export async function ensureRoot(options: BuildOptions): Promise<RootLayout> {
  const root = join(options.cache, rootName());
  if (existsSync(root)) return rootLayout(root);
  await mkdir(options.cache, { recursive: true });
  const release = await holdLock(root, LOCK_WAIT_MS);
  if (release === undefined) throw new Error(`another process has been building ${root} for too long`);
  try {
    if (!existsSync(root)) await build(root, options);
  } finally {
    release();
  }
  return rootLayout(root);
}

async function build(root: string, { environment, report }: BuildOptions): Promise<void> {
  if (findBinary('mmdebstrap', environment['PATH'] ?? '', ['/usr/bin']) === undefined) {
    await installDebianPackages(['mmdebstrap', 'debian-archive-keyring'], report);
  }
  const unfinished = `${root}.unfinished`;
  try {
    await downloadRoot(unfinished, environment, report);
    await buildTemplate(rootLayout(unfinished));
    await rename(unfinished, root);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function downloadRoot(root: string, given: NodeJS.ProcessEnv, report: (line: string) => void): Promise<void> {
  // Installing packages needs programs that a user's PATH may lack.
  const environment = { ...given, PATH: `${given['PATH'] ?? ''}:/usr/sbin:/usr/bin:/sbin:/bin` };
  const failures: unknown[] = [];
  for (const mirror of [...(await debianMirrors(environment)), undefined]) {
    for (const suite of SUITES) {
      await rm(root, { recursive: true, force: true });
      report(`downloading DocumentDB from Debian ${suite} (once for this machine, about a minute)`);
      const args = [...OPTIONS, suite, root, ...(mirror === undefined ? [] : [mirror])];
      try {
        return await runCommand('mmdebstrap', args, { environment, deadlineMs: BUILD_DEADLINE_MS });
      } catch (error) {
        failures.push(error);
      }
    }
  }
  throw new AggregateError(failures, failures.map(String).join('\n'));
}

const OPTIONS = [
  '--quiet',
  '--variant=minbase',
  '--include=postgresql-18-documentdb',
  '--aptopt=Apt::Install-Recommends "false"',
  '--aptopt=Acquire::Check-Valid-Until "false"',
  ...['doc', 'man', 'locale', 'info'].map((folder) => `--dpkgopt=path-exclude=/usr/share/${folder}/*`),
  // Or the package would make, and start, a database of its own.
  '--essential-hook=mkdir -p "$1/etc/postgresql-common"',
  '--essential-hook=echo "create_main_cluster = false" > "$1/etc/postgresql-common/createcluster.conf"',
  '--dpkgopt=force-confold',
];
