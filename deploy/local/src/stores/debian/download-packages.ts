import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runCommand } from './run-command.js';

/** Releases of Debian that have all the packages, in the order in which they are tried. */
const SUITES = ['forky', 'sid'];
const DEFAULT_MIRROR = 'http://deb.debian.org/debian';
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';
const DOWNLOAD_DEADLINE_MS = 10 * 60_000;
const MIRRORS_DEADLINE_MS = 10_000;

export interface PackageOptions {
  readonly environment: NodeJS.ProcessEnv;
  readonly report: (line: string) => void;
  /** Ends the download and the unpacking when it is aborted. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Downloads packages of Debian with all that they depend on and answers with their files in `folder`. apt-get works on
 * a state of its own in that folder, so that neither root nor the package lists of this machine are needed; signatures
 * are checked as always.
 * @throws AggregateError with the last lines of each attempt.
 */
export async function downloadPackages(
  packages: readonly string[],
  folder: string,
  { environment, report, signal }: PackageOptions,
): Promise<string[]> {
  const keyring = await findKeyring(folder, environment);
  const failures: unknown[] = [];
  for (const mirror of await findMirrors(environment)) {
    for (const suite of SUITES) {
      signal?.throwIfAborted();
      report(`downloading ${packages.join(', ')} from Debian ${suite} (once for this machine)`);
      const state = join(folder, suite);
      try {
        await prepareState(state, `deb [signed-by=${keyring}] ${mirror} ${suite} main\n`);
        const options = { environment, deadlineMs: DOWNLOAD_DEADLINE_MS, signal };
        await runCommand('apt-get', [...buildAptOptions(state), 'update'], options);
        await runCommand('apt-get', [...buildAptOptions(state), '--download-only', 'install', ...packages], options);
        const archives = join(state, 'cache', 'archives');
        return (await readdir(archives)).filter((name) => name.endsWith('.deb')).map((name) => join(archives, name));
      } catch (error) {
        failures.push(error);
        await rm(state, { recursive: true, force: true });
      }
    }
  }
  throw new AggregateError(failures, failures.map(String).join('\n'));
}

async function prepareState(state: string, sources: string): Promise<void> {
  await mkdir(join(state, 'lists', 'partial'), { recursive: true });
  await mkdir(join(state, 'cache', 'archives', 'partial'), { recursive: true });
  // No package counts as installed, so that the root gets every library, independent of those of this machine.
  await writeFile(join(state, 'status'), '');
  await writeFile(join(state, 'sources.list'), sources);
}

function buildAptOptions(state: string): string[] {
  const settings = {
    'Dir::State': state,
    'Dir::State::status': join(state, 'status'),
    'Dir::Cache': join(state, 'cache'),
    'Dir::Etc::sourcelist': join(state, 'sources.list'),
    'Dir::Etc::sourceparts': '/dev/null',
    'Dir::Etc::preferences': '/dev/null',
    'Dir::Etc::preferencesparts': '/dev/null',
    'Acquire::Languages': 'none',
    // A mirror that lags behind serves lists past their Valid-Until date.
    'Acquire::Check-Valid-Until': 'false',
    'APT::Install-Recommends': 'false',
    // When run as root, apt-get downloads as the user _apt, who cannot write to the cache.
    'APT::Sandbox::User': 'root',
    'APT::Update::Error-Mode': 'any',
  };
  return ['-q', '-y', ...Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`])];
}

/** Mirrors of Debian's main archive that the apt of this machine names, then the default one. */
async function findMirrors(environment: NodeJS.ProcessEnv): Promise<string[]> {
  const args = ['indextargets', '--format', '$(ORIGIN)|$(LABEL)|$(REPO_URI)', 'Created-By: Packages'];
  const output = await promisify(execFile)('apt-get', args, { env: environment, timeout: MIRRORS_DEADLINE_MS }).then(
    ({ stdout }) => stdout,
    () => '',
  );
  const mirrors = output
    .split('\n')
    .map((line) => line.split('|'))
    .filter(([origin, label, address]) => isDebian(origin, label, address))
    .flatMap(([, , address]) => address?.replace(/\/$/, '') ?? []);
  return [...new Set([...mirrors, DEFAULT_MIRROR])];
}

/** Origin and label are known once the package lists were fetched; before that the path tells. */
function isDebian(origin: string | undefined, label: string | undefined, address: string | undefined): boolean {
  if (origin) return origin === 'Debian' && label === 'Debian';
  return address !== undefined && /\/debian\/?$/.test(address);
}

/** The keys of Debian's archive; where they are not installed, as on Ubuntu, from the package of this distribution. */
async function findKeyring(folder: string, environment: NodeJS.ProcessEnv): Promise<string> {
  if (existsSync(KEYRING)) return KEYRING;
  const options = { environment, deadlineMs: DOWNLOAD_DEADLINE_MS, directory: folder };
  const sandbox = ['-o', 'APT::Sandbox::User=root'];
  const own = [...sandbox, '-o', `Dir::State::lists=${join(folder, 'own-lists')}`, '-o', `Dir::Cache=${folder}`];
  await runCommand('apt-get', [...sandbox, 'download', 'debian-archive-keyring'], options).catch(async () => {
    // The package lists of this machine are missing or old.
    await mkdir(join(folder, 'own-lists', 'partial'), { recursive: true });
    await runCommand('apt-get', [...own, 'update'], options);
    await runCommand('apt-get', [...own, 'download', 'debian-archive-keyring'], options);
  });
  const file = (await readdir(folder)).find((name) => name.startsWith('debian-archive-keyring'));
  await runCommand('dpkg-deb', ['--extract', join(folder, file ?? ''), join(folder, 'keyring')], options);
  return join(folder, 'keyring', KEYRING);
}
