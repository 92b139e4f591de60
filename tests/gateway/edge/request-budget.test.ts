import { requestBudgetMs } from '@plotline/kit/core/time';
import { expect } from 'chai';
import { useFixture } from '../../support/use-fixture.js';
import { startGatewayFixture } from '../support/gateway-fixture.js';
import { sendRequest } from '../support/http-client.js';

describe('gateway request budget', () => {
  const gateway = useFixture(startGatewayFixture);

  it('equals the budget that services derive their time limits from', async () => {
    const key = gateway().verification.createKey(['admin']);
    const before = Date.now();
    await sendRequest(`${gateway().live}/v1/leads/lead_1`, { key });
    expect(gateway().verifyLastCaller()?.deadline).to.be.within(before + requestBudgetMs, Date.now() + requestBudgetMs);
  });
});
