import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Identity } from '@plotline/gateway/edge/identity';
import { createRequestContext } from '@plotline/gateway/edge/request-context';
import { RateLimits } from '@plotline/gateway/limits/rate-limits';
import { SharedRedis } from '@plotline/gateway/limits/redis';
import { createLog } from '@plotline/kit/telemetry/log';
import { expect } from 'chai';
import { Clock } from '../support/clock.js';

const starter: Identity = {
  actor: { type: 'key', id: 'key_1', name: 'Website' },
  credentialId: 'key_1',
  workspaceId: 'ws_1',
  scopes: [],
  plan: 'starter',
  currency: 'EUR',
  country: '',
  timeZone: 'UTC',
};

describe('gateway limit for requests per day', () => {
  const clock = new Clock();
  const redis = new SharedRedis({ url: 'redis://127.0.0.1:1', patienceMs: 100, log: createLog('gateway', 'silent') });
  const limits = new RateLimits({ redis, factor: 1, readNetwork: () => 'here', now: clock.now });
  after(() => redis.close());

  async function admit(identity = starter) {
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    const requestContext = createRequestContext(response.req, response, { mode: 'live', budgetMs: 1_000 });
    try {
      return { usage: await limits.admit(requestContext, identity, null), response };
    } finally {
      response.emit('close');
    }
  }

  async function refusal(): Promise<unknown> {
    return admit().then(
      () => null,
      (error: unknown) => error,
    );
  }

  it("is 10,000 until the end of the UTC day on the Starter plan, and requests refused by it don't count for the minute", async () => {
    for (let count = 1; count <= 10_000; count += 1) {
      const { usage } = await admit();
      if (usage.day.used !== count) expect(usage.day).to.include({ limit: 10_000, used: count });
      if (count % 60 === 0) clock.advance(60_000);
    }
    const seconds = (Date.UTC(2026, 2, 2) - clock.now()) / 1_000;
    for (let time = 0; time < 61; time += 1) {
      expect(await refusal()).to.include({ code: 'RATE_LIMIT_EXCEEDED', retryAfter: seconds });
    }
    clock.advance(seconds * 1_000);
    const { usage } = await admit();
    expect(usage.day).to.include({ limit: 10_000, used: 1, resetsAt: Date.UTC(2026, 2, 3) });
  });

  it('is unlimited on the Enterprise plan, but requests are counted', async () => {
    const { usage } = await admit({ ...starter, workspaceId: 'ws_2', plan: 'enterprise' });
    expect(usage.day).to.include({ limit: null, used: 1 });
  });
});
