import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findGivenServer } from '../given-server.js';
import { MISSING_REDIS, missingServers } from '../missing-server.js';
import { exchangeBytes } from '../net/exchange-bytes.js';
import type { Part, StoreOptions } from '../part.js';
import { superviseProcess } from '../supervise/supervise-process.js';
import { supervisedPart } from '../supervise/supervised-part.js';
import { findRedis } from './find-redis.js';

/**
 * Redis at REDIS_URL, else a private instance of the installed redis-server on `port` of 127.0.0.1, its data in an
 * append-only file.
 * @throws Error that names what is missing, or the server's last lines.
 */
export async function startRedis(options: StoreOptions): Promise<Part> {
  const given = await findGivenServer('redis', 'REDIS_URL', 6379, options.environment);
  if (given) return given;
  const server = findRedis(options.environment);
  if (!server) throw missingServers([MISSING_REDIS], '');
  await mkdir(options.dataDirectory, { recursive: true, mode: 0o700 });
  const { port, report } = options;
  const redis = superviseProcess({
    name: 'redis',
    command: server,
    args: serverArguments(options),
    environment: { PATH: options.environment['PATH'], LANG: 'C.UTF-8' },
    directory: options.dataDirectory,
    logFile: join(options.logDirectory, 'redis.log'),
    isReady: async (deadline) => (await exchangeBytes('127.0.0.1', port, PING, deadline)).toString() === '+PONG\r\n',
    readyWithinMs: 60_000,
    stopWithinMs: 4_000,
    report,
    onStart: options.onStart,
  });
  await redis.start();
  return supervisedPart({ name: 'redis', url: `redis://127.0.0.1:${port}`, origin: server, process: redis });
}

const PING = Buffer.from('PING\r\n');

function serverArguments(options: StoreOptions): string[] {
  const settings = {
    port: String(options.port),
    bind: '127.0.0.1',
    dir: options.dataDirectory,
    daemonize: 'no',
    appendonly: 'yes',
    save: '',
    maxmemory: '128mb',
    // What the gateway counts and caches expires; a full instance must refuse nothing because of it.
    'maxmemory-policy': 'volatile-ttl',
  };
  return Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
}
