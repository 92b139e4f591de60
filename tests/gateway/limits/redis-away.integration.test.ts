import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { expect } from 'chai';
import { pino } from 'pino';
import { eventually } from '../../support/eventually.js';
import { readMetric as readLabelled } from '../../support/read-metric.js';
import { useFixture, useFixturePerTest } from '../../support/use-fixture.js';
import { startGatewayFixture } from '../support/gateway-fixture.js';
import { sendRequest } from '../support/http-client.js';
import { startOwnRedis } from '../support/own-redis.js';
import { isRedisAway, waitForRedis } from '../support/redis-use.js';
import { answerJson } from '../support/stub-service.js';

describe('gateway with Redis', () => {
  const own = useFixture(startOwnRedis);
  let lines: string[];
  const gateway = useFixturePerTest(async () => {
    lines = [];
    const write = (chunk: Buffer, _encoding: string, done: () => void) => {
      lines.push(chunk.toString('utf8'));
      done();
    };
    const log = pino({ level: 'info' }, new Writable({ write }));
    return startGatewayFixture({ log }, { REDIS_URL: own().url, REDIS_PATIENCE_MS: '2000' });
  });
  let key: string;
  const readMetric = async (name: string) => {
    const { text } = await sendRequest(`${gateway().private}/metrics`);
    return Number(new RegExp(`^${name}\\{[^}]*\\} (\\d+)$`, 'm').exec(text)?.[1]);
  };
  const countFailures = async () => {
    const { registry } = gateway().context.metrics;
    const read = (reason: string) => readLabelled(registry, 'plotline_redis_operation_failures_total', { reason });
    return ((await read('timeout')) ?? 0) + ((await read('error')) ?? 0);
  };
  const post = () => {
    const headers = { 'idempotency-key': randomUUID() };
    return sendRequest(`${gateway().live}/v1/leads/bulk`, { key, method: 'POST', body: '{}', headers });
  };
  beforeEach(async () => {
    key = gateway().verification.createKey(['admin'], { workspaceId: `ws_${randomUUID()}` });
    gateway().stub.answer = answerJson(201, '[]');
    await waitForRedis(gateway());
    await post();
  });

  const faults: Record<string, { begin(): Promise<unknown>; end(): Promise<unknown> }> = {
    'is frozen': {
      begin: async () => own().signal('SIGSTOP'),
      end: async () => own().signal('SIGCONT'),
    },
    'is full': {
      begin: () => own().redis.config('SET', 'maxmemory', '1'),
      end: () => own().redis.config('SET', 'maxmemory', '0'),
    },
    'answers errors': {
      begin: () => own().redis.call('ACL', 'SETUSER', 'default', '-@write'),
      end: () => own().redis.call('ACL', 'SETUSER', 'default', '+@all'),
    },
  };
  for (const [title, { begin, end }] of Object.entries(faults)) {
    it(`counts in memory while Redis ${title}, logs that once, delays only one request, and recovers`, async () => {
      const postTen = async () => {
        for (let time = 0; time < 10; time += 1) expect((await post()).status).to.equal(201);
      };
      await postTen();
      const before = await readMetric('plotline_redis_fallbacks_total');
      await begin();
      await postTen();
      expect(await isRedisAway(gateway())).to.equal(true);
      expect(await readMetric('plotline_redis_fallbacks_total')).to.be.at.least(before + 20);
      expect(lines.filter((line) => line.includes('redis unavailable'))).to.have.length(1);
      expect(await countFailures()).to.equal(1);
      await end();
      await waitForRedis(gateway());
      expect((await post()).status).to.equal(201);
      expect(lines.filter((line) => line.includes('redis available again'))).to.have.length(1);
      expect(lines.filter((line) => line.includes('redis unavailable'))).to.have.length(1);
    });
  }

  it('stores only short keys that expire', async () => {
    for (const length of [0, 7_000]) {
      const headers = { 'idempotency-key': `${'k'.repeat(200)}${length}`, 'x-request-id': 'r'.repeat(128) };
      const path = `/v1/leads?x=${'y'.repeat(length)}`;
      await sendRequest(gateway().live + path, { key, method: 'POST', body: '{}', headers });
    }
    await sendRequest(`${gateway().live}/v1/leads/1`);
    const { redis } = own();
    const keys = await redis.keys('*');
    expect(keys.length).to.be.greaterThan(5);
    for (const name of keys) {
      // -1 means that a key never expires. -2 means that it has expired since it was listed.
      expect(await redis.pttl(name), name).to.not.equal(-1);
      expect(name.length + (await redis.strlen(name)), name).to.be.lessThan(200);
    }
  });

  it('registers at most 100,000 Idempotency-Keys of a workspace per day', async () => {
    const workspaceId = `ws_${randomUUID()}`;
    key = gateway().verification.createKey(['admin'], { workspaceId });
    const count = `plotline:idempotency:{${workspaceId}:live}`;
    await own().redis.set(count, 99_999, 'EX', 60);
    expect((await post()).status).to.equal(201);
    expect((await post()).status).to.equal(201);
    await eventually(async () => expect(await own().redis.keys(`${count}:*`)).to.have.length(1));
  });
});
