import { randomUUID } from 'node:crypto';
import { createToken } from '@plotline/kit/core/secrets';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { eventually } from '../../support/eventually.js';
import { startSeverableProxy } from '../../support/severable-proxy.js';
import { storeUrl } from '../../support/test-stores.js';
import { Clock } from '../support/clock.js';
import { type GatewayFixture, startGatewayFixture } from '../support/gateway-fixture.js';
import { sendRequest } from '../support/http-client.js';
import { isRedisAway, waitForRedis } from '../support/redis-use.js';
import { answerJson } from '../support/stub-service.js';

describe('gateway rate limits in Redis', () => {
  const gateways: GatewayFixture[] = [];
  let workspaceId: string;
  const start = async (url: string) => {
    const gateway = await startGatewayFixture(
      { rateLimitsNow: new Clock().now },
      { REDIS_URL: url, LIMITS_FACTOR: '1', TRUSTED_PROXIES: 'loopback' },
    );
    gateways.push(gateway);
    await waitForRedis(gateway);
    return { gateway, key: gateway.verification.createKey(['admin'], { plan: 'enterprise', workspaceId }) };
  };

  beforeEach(() => {
    workspaceId = `ws_${randomUUID()}`;
  });
  afterEach(async () => {
    for (const gateway of gateways.splice(0)) await gateway.stop();
  });

  it('are shared: of 100 requests through two gateways, 40 at a time, 60 are admitted', async () => {
    const two = [await start(storeUrl('REDIS')), await start(storeUrl('REDIS'))];
    const ask = async () => {
      const name = { plan: 'starter', workspaceId: `ws_${randomUUID()}` } as const;
      const asks = two.map(({ gateway }) => ({ gateway, key: gateway.verification.createKey(['admin'], name) }));
      const statuses: number[] = [];
      let asked = 0;
      const work = async (worker: number) => {
        const { gateway, key } = asks[worker % 2] ?? expect.fail();
        while (asked < 100) {
          asked += 1;
          statuses.push((await sendRequest(`${gateway.live}/v1/leads/lead_1`, { key })).status);
        }
      };
      await Promise.all(Array.from({ length: 40 }, (_, worker) => work(worker)));
      return statuses;
    };
    const statuses = await ask();
    expect(statuses.filter((status) => status === 200)).to.have.length(60);
    expect(statuses.filter((status) => status === 429)).to.have.length(40);
  });

  it('do not count valid credentials when an address sends the maximum number of unknown ones simultaneously', async () => {
    const { gateway } = await start(storeUrl('REDIS'));
    const headers = { 'x-forwarded-for': `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1` };
    const ask = (key: string) => sendRequest(`${gateway.live}/v1/leads/lead_1`, { key, headers });
    const readRemaining = async () =>
      (await sendRequest(`${gateway.auth}/dashboard/`, { headers })).headers['x-ratelimit-remaining'];
    const answers: (() => void)[] = [];
    gateway.verification.beforeAnswer = () => new Promise((resolve) => answers.push(resolve));
    const replies = Array.from({ length: 120 }, (_, index) =>
      ask(gateway.verification.createKey(['admin'], { workspaceId: `${workspaceId}_${index}` })),
    );
    await eventually(() => expect(answers).not.to.have.length(0));
    expect(await readRemaining()).to.equal('120');
    gateway.verification.beforeAnswer = async () => undefined;
    for (const answer of answers) answer();
    for (const { status } of await Promise.all(replies)) expect(status).to.equal(200);
    const stranger = await ask(createToken('pl_live_'));
    expect([stranger.status, stranger.headers['x-ratelimit-remaining']]).to.deep.equal([401, '119']);
  });

  it('keep their count when the plan changes within the minute', async () => {
    const { gateway, key } = await start(storeUrl('REDIS'));
    for (let time = 0; time < 61; time += 1) await sendRequest(`${gateway.live}/v1/leads/lead_1`, { key });
    const smaller = gateway.verification.createKey(['admin'], { plan: 'starter', workspaceId });
    expect((await sendRequest(`${gateway.live}/v1/leads/lead_1`, { key: smaller })).status).to.equal(429);
    const larger = gateway.verification.createKey(['admin'], { plan: 'professional', workspaceId });
    const answer = await sendRequest(`${gateway.live}/v1/leads/lead_1`, { key: larger });
    // The count doesn't include the refused request.
    expect(answer.headers['x-ratelimit-remaining']).to.equal('58');
  });

  it('are applied without a Redis call once the minute is used up', async () => {
    const { gateway } = await start(storeUrl('REDIS'));
    const key = gateway.verification.createKey(['admin'], { plan: 'starter', workspaceId });
    const ask = async () => (await sendRequest(`${gateway.live}/v1/analytics/overview`, { key })).status;
    const read = async () => (await sendRequest(`${gateway.live}/v1/leads/lead_1`, { key })).status;
    for (let time = 0; time < 60; time += 1) expect(await read()).to.equal(200);
    const answer = gateway.stub.answer;
    gateway.stub.answer = answerJson(429, '{"code":"RATE_LIMIT_EXCEEDED","message":"Later."}');
    const other = gateway.verification.createKey(['admin'], { plan: 'starter', workspaceId: `ws_${randomUUID()}` });
    expect((await sendRequest(`${gateway.live}/v1/leads/lead_1`, { key: other })).status).to.equal(429);
    gateway.stub.answer = answer;
    const redis = new Redis(storeUrl('REDIS'));
    const monitor = await redis.monitor();
    const commands: string[] = [];
    monitor.on('monitor', (_time: string, words: readonly string[]) => commands.push(words.join(' ')));
    for (let time = 0; time < 5; time += 1) expect([await read(), await ask()]).to.deep.equal([429, 429]);
    await redis.set(`plotline:end:${workspaceId}`, '1', 'PX', 1_000);
    await eventually(async () => expect(commands.join()).to.include(`plotline:end:${workspaceId}`));
    monitor.disconnect();
    redis.disconnect();
    expect(commands.filter((command) => command.includes(`:${workspaceId}:`))).to.deep.equal([]);
  });

  it("fall back to each gateway's memory while Redis is down, which a gauge shows", async () => {
    const url = new URL(storeUrl('REDIS'));
    const proxy = await startSeverableProxy(url.hostname, Number(url.port));
    url.port = String(proxy.port);
    const { gateway, key } = await start(url.href);
    const remaining = async () => {
      const { status, headers } = await sendRequest(`${gateway.live}/v1/leads/lead_1`, { key });
      expect(status).to.equal(200);
      return Number(headers['x-ratelimit-remaining']);
    };
    expect([await remaining(), await remaining()]).to.deep.equal([599, 598]);
    await proxy.close();
    await eventually(async () => expect(await isRedisAway(gateway)).to.equal(true));
    expect([await remaining(), await remaining()]).to.deep.equal([599, 598]);
  });
});
