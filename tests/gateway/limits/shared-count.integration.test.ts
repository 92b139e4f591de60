import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { startSeverableProxy } from '../../support/severable-proxy.js';
import { storeUrl } from '../../support/test-stores.js';
import { ask } from '../ask.js';
import { type GatewayFixture, startGatewayFixture } from '../gateway-fixture.js';
import { Clock } from './clock.js';

describe('gateway: limits of several gateways', () => {
  const gateways: GatewayFixture[] = [];
  let workspaceId: string;
  const start = async (url: string) => {
    const gateway = await startGatewayFixture({ clock: new Clock().now }, { REDIS_URL: url, LIMITS_FACTOR: '1' });
    gateways.push(gateway);
    await eventually(async () => expect(await isInMemory(gateway)).equal(false));
    return { gateway, key: gateway.verification.make(['admin'], { plan: 'enterprise', workspaceId }) };
  };
  const isInMemory = async (gateway: GatewayFixture) => {
    const { text } = await ask(`${gateway.private}/metrics`);
    return /^rate_limits_from_memory\{[^}]*\} 1$/m.test(text);
  };

  beforeEach(() => {
    workspaceId = `ws_${randomUUID()}`;
  });
  afterEach(async () => {
    for (const gateway of gateways.splice(0)) await gateway.stop();
  });

  it('are one: of 700 requests, 40 at a time through two gateways, 600 are let in', async () => {
    const two = [await start(storeUrl('REDIS')), await start(storeUrl('REDIS'))];
    const statuses: number[] = [];
    let asked = 0;
    const work = async (worker: number) => {
      const { gateway, key } = two[worker % 2] ?? expect.fail();
      while (asked < 700) {
        asked += 1;
        statuses.push((await ask(`${gateway.live}/v1/leads/lead_1`, { key })).status);
      }
    };
    await Promise.all(Array.from({ length: 40 }, (_, worker) => work(worker)));
    expect(statuses.filter((status) => status === 200)).length(600);
    expect(statuses.filter((status) => status === 429)).length(100);
  });

  it('go on counting when the plan changes within the minute', async () => {
    const { gateway, key } = await start(storeUrl('REDIS'));
    for (let time = 0; time < 61; time += 1) await ask(`${gateway.live}/v1/leads/lead_1`, { key });
    const smaller = gateway.verification.make(['admin'], { plan: 'starter', workspaceId });
    expect((await ask(`${gateway.live}/v1/leads/lead_1`, { key: smaller })).status).equal(429);
    const larger = gateway.verification.make(['admin'], { plan: 'professional', workspaceId });
    const answer = await ask(`${gateway.live}/v1/leads/lead_1`, { key: larger });
    // The refused request is not in it.
    expect(answer.headers['x-ratelimit-remaining']).equal('58');
  });

  it('are counted by each for itself while Redis is away, which the metrics say', async () => {
    const url = new URL(storeUrl('REDIS'));
    const proxy = await startSeverableProxy(url.hostname, Number(url.port));
    url.port = String(proxy.port);
    const { gateway, key } = await start(url.href);
    const remaining = async () => {
      const { status, headers } = await ask(`${gateway.live}/v1/leads/lead_1`, { key });
      expect(status).equal(200);
      return Number(headers['x-ratelimit-remaining']);
    };
    expect([await remaining(), await remaining()]).deep.equal([599, 598]);
    await proxy.close();
    await eventually(async () => expect(await isInMemory(gateway)).equal(true));
    expect([await remaining(), await remaining()]).deep.equal([599, 598]);
  });
});
