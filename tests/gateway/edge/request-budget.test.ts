import { verifyCaller } from '@plotline/kit/caller';
import { requestBudgetMs } from '@plotline/kit/deadline';
import { expect } from 'chai';
import { ask } from '../ask.js';
import { type GatewayFixture, secret, startGatewayFixture } from '../gateway-fixture.js';

describe('gateway: the budget of a request', () => {
  let gateway: GatewayFixture;

  before(async () => {
    gateway = await startGatewayFixture();
  });

  after(() => gateway.stop());

  it('is the one from which the services derive their time limits', async () => {
    const key = gateway.verification.make(['admin']);
    const before = Date.now();
    await ask(`${gateway.live}/v1/leads/lead_1`, { key });
    const caller = verifyCaller(String(gateway.stub.last.headers['x-plotline-caller']), secret);
    expect(caller?.deadline).to.be.within(before + requestBudgetMs, Date.now() + requestBudgetMs);
  });
});
