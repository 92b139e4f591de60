import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startRedis } from '@plotline/local/stores/start-redis';
import { callerKeyVariables } from '../../support/caller-keys.js';
import { audience, issuer } from './token-fixture.js';

const flags = ['--max-semi-space-size=32'];
const children: ChildProcess[] = [];
const cleanups: (() => Promise<unknown>)[] = [];

function start(file: string, environment: Record<string, string> = {}, loader: readonly string[] = []): ChildProcess {
  const child = fork(file, {
    execArgv: [...flags, ...loader],
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.push(child);
  return child;
}

async function receiveMessage(child: ChildProcess): Promise<Record<string, unknown>> {
  const [message]: unknown[] = await once(child, 'message', { signal: AbortSignal.timeout(20_000) });
  if (typeof message !== 'object' || message === null) throw new Error('The process named no port.');
  return Object.fromEntries(Object.entries(message));
}

const typescript = ['--import', 'tsx'];
const resolveFile = (name: string) => fileURLToPath(new URL(`./${name}`, import.meta.url));

async function waitUntilReady(url: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const isReady = await fetch(url, { signal: AbortSignal.timeout(1_000) }).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    await sleep(50);
  }
  throw new Error('The gateway did not get ready.');
}

/** Starts a separate Redis, because counting requests is part of the measurement. */
async function startOwnRedis(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'plotline-edge-'));
  cleanups.push(() => rm(directory, { recursive: true, force: true }));
  const { REDIS_URL: _given, ...environment } = process.env;
  const redis = await startRedis({
    environment,
    dataDirectory: directory,
    logDirectory: directory,
    port: 28_404,
    report: () => undefined,
  });
  cleanups.unshift(() => redis.stop());
  return redis.url;
}

interface Started {
  readonly gateway: string;
  readonly single: string;
  /** Process that only forwards requests to the stub. */
  readonly bareProxy: string;
  /** Access token that the gateway accepts. */
  readonly token: string;
}

/**
 * Starts the gateway with its stub, the single process, and a bare proxy in front of the same stub. Resolves to their
 * addresses.
 */
export async function startAll(): Promise<Started> {
  const { httpPort, rpcPort, token } = await receiveMessage(start(resolveFile('stub-process.ts'), {}, typescript));
  // Requests are counted as in production, but never refused.
  const rateLimits = { REDIS_URL: await startOwnRedis(), LIMITS_FACTOR: '1000000' };
  const stub = `http://127.0.0.1:${httpPort}`;
  start(fileURLToPath(import.meta.resolve('@plotline/gateway/main')), {
    API_PORT: '28400',
    SANDBOX_PORT: '28401',
    AUTH_PORT: '28402',
    PRIVATE_PORT: '28403',
    AUTH_BASE_URL: issuer,
    API_BASE_URL: audience,
    AUTH_URL: stub,
    INVENTORY_URL: stub,
    PIPELINE_URL: stub,
    TEAM_URL: stub,
    WEBHOOK_URL: stub,
    TRANSFER_URL: stub,
    CONNECT_URL: stub,
    AUTH_GRPC: `127.0.0.1:${rpcPort}`,
    // Starts no broker, because revocations are not part of the measurement.
    AMQP_URL: 'amqp://127.0.0.1:9',
    ...rateLimits,
    ...callerKeyVariables('gateway'),
    CONTRACTS: fileURLToPath(new URL('../../gateway/support/contracts', import.meta.url)),
  });
  await waitUntilReady('http://127.0.0.1:28403/ready');
  const { port } = await receiveMessage(start(resolveFile('single-process.ts'), rateLimits, typescript));
  const proxy = await receiveMessage(start(resolveFile('bare-proxy-process.ts'), { SERVICE_URL: stub }, typescript));
  return {
    gateway: audience,
    single: `http://127.0.0.1:${port}`,
    bareProxy: `http://127.0.0.1:${proxy.port}`,
    token: String(token),
  };
}

export async function stopAll(): Promise<void> {
  await Promise.all(
    children.map(async (child) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }),
  );
  for (const cleanUp of cleanups.splice(0)) await cleanUp();
}
