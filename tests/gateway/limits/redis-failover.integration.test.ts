import { randomUUID } from 'node:crypto';
import { connect, createServer, type Socket } from 'node:net';
import { SharedRedis } from '@plotline/gateway/limits/redis';
import { createLog } from '@plotline/kit/telemetry/log';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { listenAnywhere } from '../../support/listen-anywhere.js';
import { useFixture } from '../../support/use-fixture.js';
import { startGatewayFixture } from '../support/gateway-fixture.js';
import { sendRequest } from '../support/http-client.js';
import { startOwnRedis, startRedisCluster } from '../support/own-redis.js';
import { waitForRedis } from '../support/redis-use.js';
import { answerJson } from '../support/stub-service.js';

/**
 * Address that leads new connections to the current server, as a host name does. Existing connections keep their
 * server.
 */
async function startMovableAddress(port: number) {
  const sockets = new Set<Socket>();
  let target = port;
  const server = createServer((inbound) => {
    const outbound = connect(target, '127.0.0.1');
    for (const socket of [inbound, outbound]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
    }
    inbound.pipe(outbound).pipe(inbound);
  });
  const url = `redis://127.0.0.1:${await listenAnywhere(server)}`;
  const stop = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  const moveTo = (other: number) => {
    target = other;
  };
  return { url, moveTo, stop };
}

describe('gateway after a Redis failover', () => {
  const former = useFixture(startOwnRedis);
  const next = useFixture(startOwnRedis);

  it('writes to the new primary, even if the previous one keeps the connection and refuses writes', async () => {
    const address = await startMovableAddress(former().port);
    const log = createLog('gateway', 'silent');
    const shared = new SharedRedis({ url: address.url, patienceMs: 2_000, log });
    const write = () =>
      shared.run(
        () => shared.redis.set('written', 'here'),
        () => 'in memory',
      );
    try {
      await eventually(async () => expect(await write()).to.equal('OK'));
      address.moveTo(next().port);
      await former().redis.call('REPLICAOF', '127.0.0.1', next().port);
      await eventually(async () => {
        expect(await write()).to.equal('OK');
        expect(await next().redis.get('written')).to.equal('here');
      });
    } finally {
      shared.close();
      address.stop();
    }
  });
});

describe('gateway with a Redis Cluster', () => {
  const cluster = useFixture(startRedisCluster);
  const gateway = useFixture(() => startGatewayFixture({}, { REDIS_URL: cluster().url, REDIS_CLUSTER: 'true' }));

  it('counts limits and registers Idempotency-Keys on all its nodes', async () => {
    await waitForRedis(gateway());
    gateway().stub.answer = answerJson(201, '[]');
    const post = (key: string, idempotencyKey: string, path = '/v1/leads/bulk') => {
      const headers = { 'idempotency-key': idempotencyKey };
      return sendRequest(gateway().live + path, { key, method: 'POST', body: '{}', headers });
    };
    for (let workspace = 0; workspace < 20; workspace += 1) {
      const key = gateway().verification.createKey(['admin'], { workspaceId: `ws_${randomUUID()}` });
      const first = await post(key, 'same');
      expect(first.status).to.equal(201);
      expect((await post(key, 'same', '/v1/leads')).status).to.equal(422);
      const { headers } = await post(key, 'other');
      expect(Number(headers['x-ratelimit-remaining'])).to.equal(Number(first.headers['x-ratelimit-remaining']) - 2);
    }
    const { text } = await sendRequest(`${gateway().private}/metrics`);
    expect(text).to.match(/^plotline_rate_limits_in_memory\{[^}]*\} 0$/m);
    for (const node of cluster().nodes) {
      const keys = await node.keys('*');
      expect(keys.some((name) => name.startsWith('plotline:idempotency:'))).to.equal(true);
      expect(keys.some((name) => name.startsWith('plotline:limit:minute:'))).to.equal(true);
    }
  });
});
