import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Component, type StoreOptions, toComponent } from '../supervise/component.js';
import { exchangeBytes } from '../supervise/probe.js';
import { superviseProcess } from '../supervise/supervise-process.js';
import { obtainServerRoot, type PackageRecipe } from './debian/package-root.js';
import { findBinary, findConfiguredServer, MISSING_REDIS } from './find-server.js';

const recipe: PackageRecipe = { name: 'redis', packages: ['redis-server'], programs: ['usr/bin'] };

/** redis-server on the PATH, or undefined. */
export function findRedis(environment: NodeJS.ProcessEnv): string | undefined {
  return findBinary('redis-server', environment['PATH'] ?? '');
}

/**
 * Finds Redis at REDIS_URL. Otherwise starts a private instance of the redis-server on the PATH or of Debian's package.
 * A private instance listens on `port` of 127.0.0.1 and keeps its data in an append-only file.
 * @throws Error with what is missing, or with the server's last lines.
 */
export async function startRedis(options: StoreOptions): Promise<Component> {
  const given = await findConfiguredServer('redis', 'REDIS_URL', 6379, options.environment);
  if (given) return given;
  const server =
    findRedis(options.environment) ??
    join(await obtainServerRoot(MISSING_REDIS, recipe, options), 'usr/bin/redis-server');
  await mkdir(options.dataDirectory, { recursive: true, mode: 0o700 });
  const { port, report } = options;
  const redis = superviseProcess({
    name: 'redis',
    command: server,
    args: buildServerArguments(options),
    environment: { PATH: options.environment['PATH'], LANG: 'C.UTF-8' },
    directory: options.dataDirectory,
    logFile: join(options.logDirectory, 'redis.log'),
    isReady: async (deadline) =>
      (await exchangeBytes({ host: '127.0.0.1', port }, PING, deadline)).toString() === '+PONG\r\n',
    readyWithinMs: 60_000,
    stopWithinMs: 4_000,
    report,
    onStart: options.onStart,
  });
  await redis.start();
  return toComponent({ name: 'redis', url: `redis://127.0.0.1:${port}`, origin: server, process: redis });
}

const PING = Buffer.from('PING\r\n');

function buildServerArguments(options: StoreOptions): string[] {
  const settings = {
    port: String(options.port),
    bind: '127.0.0.1',
    dir: options.dataDirectory,
    daemonize: 'no',
    appendonly: 'yes',
    save: '',
    maxmemory: '128mb',
    // Evicts nothing, as in production, because an eviction would remove the counters of rate limits. All keys of the
    // gateway expire, and the gateway counts in memory while Redis is full.
    'maxmemory-policy': 'noeviction',
  };
  return Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
}
