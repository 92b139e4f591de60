import { accessSync, constants, existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fetchPackages } from './fetch-packages.mjs';

/**
 * Stores whose packages the launcher may need. If the variable is set or the program is installed, the package is
 * unnecessary.
 */
const STORES = [
  { name: 'documentdb', packages: ['postgresql-18-documentdb'], variable: 'MONGO_URL', program: 'mongod' },
  { name: 'rabbitmq', packages: ['rabbitmq-server'], variable: 'AMQP_URL', program: 'rabbitmq-server' },
  { name: 'redis', packages: ['redis-server'], variable: 'REDIS_URL', program: 'redis-server' },
];
/** Download address of mongod. The launcher tries mongod before DocumentDB. */
const MONGOD_SOURCE = 'https://fastdl.mongodb.org/';
const MONGOD_DEADLINE_MS = 3_000;

/**
 * Downloads and unpacks the packages of the stores while npm installs, before the launcher is compiled. The launcher
 * then uses the complete packages, retries failed downloads and reports their errors.
 * @param {NodeJS.ProcessEnv} environment
 * @param {(line: string) => void} report
 * @param {AbortSignal} signal
 */
export async function prefetchStores(environment, report, signal) {
  const cache = join(environment['XDG_CACHE_HOME'] || join(environment['HOME'] || homedir(), '.cache'), 'plotline');
  const present = await readdir(cache).catch(() => []);
  const hasPrograms = ['apt-get', 'dpkg-deb'].every((name) => isOnPath(name, environment));
  if (!existsSync('/etc/debian_version') || !hasPrograms) return;
  for (const { name, packages, variable, program } of STORES) {
    const isThere = present.some((folder) => folder.startsWith(`debian-${name}-`));
    if (isThere || environment[variable] || isOnPath(program, environment)) continue;
    if (program === 'mongod' && (present.includes('mongod') || (await answers(MONGOD_SOURCE, signal)))) continue;
    const unfinished = join(cache, `fetching-${packages.join('-')}`);
    try {
      await rm(unfinished, { recursive: true, force: true });
      await mkdir(unfinished, { recursive: true });
      await fetchPackages(packages, unfinished, { environment, report, signal });
      await rename(unfinished, join(cache, `fetched-${packages.join('-')}`));
    } catch {
      await rm(unfinished, { recursive: true, force: true });
    }
  }
}

/**
 * @param {string} program
 * @param {NodeJS.ProcessEnv} environment
 */
function isOnPath(program, { PATH = '' }) {
  return PATH.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/**
 * @param {string} url
 * @param {AbortSignal} signal
 */
async function answers(url, signal) {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(MONGOD_DEADLINE_MS)]);
  return fetch(url, { method: 'HEAD', signal: deadline }).then(
    () => true,
    () => false,
  );
}
