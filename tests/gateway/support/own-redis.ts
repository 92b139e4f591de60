import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRedis } from '@plotline/local/stores/start-redis';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { eventually } from '../../support/eventually.js';
import { freePort } from '../../support/free-port.js';

/** Separate Redis that a test may fill and freeze. */
export async function startOwnRedis() {
  const directory = await mkdtemp(join(tmpdir(), 'plotline-redis-'));
  const { REDIS_URL: _given, ...environment } = process.env;
  const port = await freePort();
  const component = await startRedis({
    environment,
    dataDirectory: directory,
    logDirectory: directory,
    port,
    report: () => undefined,
  });
  const redis = new Redis(component.url);
  const signal = (name: NodeJS.Signals) => {
    for (const id of component.processIds()) process.kill(id, name);
  };
  const stop = async () => {
    redis.disconnect();
    await component.stop();
    await rm(directory, { recursive: true, force: true });
  };
  return { url: component.url, port, server: component.origin, redis, signal, stop };
}

const slots = 16_384;

/** Adds a node with its share of the slots to the cluster of the earlier nodes. */
async function startNode(server: string, directory: string, place: number, count: number) {
  const port = await freePort();
  const settings = { port, bind: '127.0.0.1', dir: directory, save: '', 'cluster-enabled': 'yes' };
  const files = { 'cluster-config-file': `nodes-${port}.conf`, 'cluster-port': await freePort() };
  const given = Object.entries({ ...settings, ...files }).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn(server, given, { stdio: 'ignore' });
  const redis = new Redis(port, '127.0.0.1', { retryStrategy: () => 100, maxRetriesPerRequest: null });
  redis.on('error', () => undefined);
  const first = Math.floor((place * slots) / count);
  await redis.call('CLUSTER', 'ADDSLOTSRANGE', first, Math.floor(((place + 1) * slots) / count) - 1);
  const stop = async () => {
    redis.disconnect();
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  return { port, busPort: files['cluster-port'], redis, stop };
}

/** Redis Cluster with two primaries. */
export async function startRedisCluster() {
  const single = await startOwnRedis();
  const directory = await mkdtemp(join(tmpdir(), 'plotline-cluster-'));
  const nodes = await Promise.all([0, 1].map((place) => startNode(single.server, directory, place, 2)));
  const [first, second] = nodes;
  if (!first || !second) throw new Error('The cluster has no nodes.');
  await first.redis.call('CLUSTER', 'MEET', '127.0.0.1', second.port, second.busPort);
  await eventually(async () => {
    for (const { redis } of nodes) expect(await redis.call('CLUSTER', 'INFO')).to.include('cluster_state:ok');
  });
  return {
    url: `redis://127.0.0.1:${first.port}`,
    nodes: nodes.map(({ redis }) => redis),
    stop: async () => {
      await Promise.all(nodes.map((node) => node.stop()));
      await single.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
