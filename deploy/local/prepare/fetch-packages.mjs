import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Debian releases that have all the packages, in the order in which the launcher tries them. */
const SUITES = ['forky', 'sid'];
const DEFAULT_MIRROR = 'http://deb.debian.org/debian';
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';
const DEADLINE_MS = 10 * 60_000;
const MIRRORS_DEADLINE_MS = 10_000;
const EXTRACT_CONCURRENCY = 2;
const MAX_ERROR_LINES = 6;

/**
 * @typedef {object} FetchOptions
 * @property {NodeJS.ProcessEnv} environment
 * @property {(line: string) => void} report
 * @property {AbortSignal} signal aborts the download and the unpacking
 */

/**
 * Downloads Debian packages with their dependencies and unpacks them into `root`. apt-get keeps its state in that
 * folder, so that it needs neither root rights nor the package lists of this machine. It still verifies signatures.
 * @param {readonly string[]} packages
 * @param {string} root
 * @param {FetchOptions} options
 */
export async function fetchPackages(packages, root, options) {
  const downloads = join(root, 'downloads');
  await mkdir(downloads, { recursive: true });
  const files = await downloadPackages(packages, downloads, options);
  const left = [...files];
  const extract = async () => {
    for (let file = left.pop(); file !== undefined; file = left.pop()) {
      await run('dpkg-deb', ['--extract', file, root], options);
    }
  };
  await Promise.all(Array.from({ length: EXTRACT_CONCURRENCY }, extract));
  await rm(downloads, { recursive: true, force: true });
}

/**
 * @param {readonly string[]} packages
 * @param {string} folder
 * @param {FetchOptions} options
 * @returns {Promise<string[]>} the files of the packages
 */
async function downloadPackages(packages, folder, options) {
  const keyring = await findKeyring(folder, options);
  const failures = [];
  for (const mirror of await findMirrors(options)) {
    for (const suite of SUITES) {
      options.signal.throwIfAborted();
      const state = join(folder, suite);
      try {
        await prepareState(state, `deb [signed-by=${keyring}] ${mirror} ${suite} main\n`);
        const install = [...buildAptOptions(state), '--download-only', 'install', ...packages];
        await run('apt-get', [...buildAptOptions(state), 'update'], options);
        const size = describeSize(await run('apt-get', ['--print-uris', ...install], options));
        options.report(`downloading ${packages.join(', ')} from Debian ${suite} (${size}, once for this machine) …`);
        await run('apt-get', install, options);
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

/**
 * Returns `205 packages, 85 MB` from lines such as `'http://…' name.deb 1234 SHA256:…`.
 * @param {string} listed
 */
function describeSize(listed) {
  const sizes = [...listed.matchAll(/^'\S+' \S+ (\d+)/gm)].map(([, bytes]) => Number(bytes));
  const megabytes = sizes.reduce((sum, size) => sum + size, 0) / 1_000_000;
  return `${sizes.length} packages, ${megabytes.toFixed(megabytes < 10 ? 1 : 0)} MB`;
}

/**
 * @param {string} state
 * @param {string} sources
 */
async function prepareState(state, sources) {
  await mkdir(join(state, 'lists', 'partial'), { recursive: true });
  await mkdir(join(state, 'cache', 'archives', 'partial'), { recursive: true });
  // Marks no package as installed, so that the root gets every library, including those that this machine has.
  await writeFile(join(state, 'status'), '');
  await writeFile(join(state, 'sources.list'), sources);
}

/** @param {string} state */
function buildAptOptions(state) {
  const settings = {
    'Dir::State': state,
    'Dir::State::status': join(state, 'status'),
    'Dir::Cache': join(state, 'cache'),
    'Dir::Etc::sourcelist': join(state, 'sources.list'),
    'Dir::Etc::sourceparts': '/dev/null',
    'Dir::Etc::preferences': '/dev/null',
    'Dir::Etc::preferencesparts': '/dev/null',
    'Acquire::Languages': 'none',
    // An outdated mirror serves lists past their Valid-Until date.
    'Acquire::Check-Valid-Until': 'false',
    'APT::Install-Recommends': 'false',
    // When root runs apt-get, it downloads as the user _apt, who can't write to the cache.
    'APT::Sandbox::User': 'root',
    'APT::Update::Error-Mode': 'any',
  };
  return ['-q', '-y', ...Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`])];
}

/**
 * Returns the mirrors of Debian's main archive in this machine's apt sources, followed by the default mirror.
 * @param {FetchOptions} options
 */
async function findMirrors(options) {
  const args = ['indextargets', '--format', '$(ORIGIN)|$(LABEL)|$(REPO_URI)', 'Created-By: Packages'];
  const output = await run('apt-get', args, options, MIRRORS_DEADLINE_MS).catch(() => '');
  const mirrors = output
    .split('\n')
    .map((line) => line.split('|'))
    .filter(([origin, label, address]) => isDebian(origin, label, address))
    .flatMap(([, , address]) => address?.replace(/\/$/, '') ?? []);
  return [...new Set([...mirrors, DEFAULT_MIRROR])];
}

/**
 * Returns whether a source is Debian's main archive. Origin and label are known once package lists were fetched. Until
 * then, the path decides.
 * @param {string | undefined} origin
 * @param {string | undefined} label
 * @param {string | undefined} address
 */
function isDebian(origin, label, address) {
  if (origin) return origin === 'Debian' && label === 'Debian';
  return address !== undefined && /\/debian\/?$/.test(address);
}

/**
 * Returns the keys of Debian's archive. If they aren't installed, as on Ubuntu, takes them from the package of this
 * machine's distribution.
 * @param {string} folder
 * @param {FetchOptions} options
 */
async function findKeyring(folder, options) {
  if (existsSync(KEYRING)) return KEYRING;
  const sandbox = ['-o', 'APT::Sandbox::User=root'];
  const own = [...sandbox, '-o', `Dir::State::lists=${join(folder, 'own-lists')}`, '-o', `Dir::Cache=${folder}`];
  const download = ['download', 'debian-archive-keyring'];
  await run('apt-get', [...sandbox, ...download], options, DEADLINE_MS, folder).catch(async () => {
    // The download fails if this machine's package lists are missing or old.
    await mkdir(join(folder, 'own-lists', 'partial'), { recursive: true });
    await run('apt-get', [...own, 'update'], options, DEADLINE_MS, folder);
    await run('apt-get', [...own, ...download], options, DEADLINE_MS, folder);
  });
  const file = (await readdir(folder)).find((name) => name.startsWith('debian-archive-keyring'));
  await run('dpkg-deb', ['--extract', join(folder, file ?? ''), join(folder, 'keyring')], options);
  return join(folder, 'keyring', KEYRING);
}

/**
 * Runs a program to its end and returns its output. If it fails, the error contains the last lines of the output.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {FetchOptions} options
 * @param {number} [timeout]
 * @param {string} [directory]
 */
async function run(command, args, { environment, signal }, timeout = DEADLINE_MS, directory) {
  // A user's PATH may lack these programs.
  const env = { ...environment, PATH: `${environment['PATH'] ?? ''}:/usr/sbin:/usr/bin:/sbin:/bin` };
  try {
    const { stdout } = await promisify(execFile)(command, args, {
      env,
      signal,
      timeout,
      maxBuffer: 16 * 1024 * 1024,
      ...(directory === undefined ? {} : { cwd: directory }),
    });
    return stdout;
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error));
    const stderr = 'stderr' in failure ? String(failure.stderr) : '';
    const outcome = 'code' in failure && typeof failure.code === 'number' ? `exit code ${failure.code}` : failure.name;
    const lines = stderr.trimEnd().split('\n').slice(-MAX_ERROR_LINES);
    throw new Error([`${command} ${args.join(' ')}: ${outcome}`, ...lines.map((line) => `  | ${line}`)].join('\n'));
  }
}

// The launcher runs `node fetch-packages.mjs <root> <package>…`.
if (process.argv[1] === import.meta.filename) {
  const stopping = new AbortController();
  process.once('SIGTERM', () => stopping.abort());
  const [root = '', ...packages] = process.argv.slice(2);
  try {
    await fetchPackages(packages, root, {
      environment: process.env,
      report: (line) => console.log(line),
      signal: stopping.signal,
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
