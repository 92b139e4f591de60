import { createSharedBudget } from '@plotline/gateway/edge/shared-budget';
import { expect } from 'chai';

describe('gateway createSharedBudget', () => {
  it('refuses an owner above its share with RATE_LIMIT_EXCEEDED, and any owner above the total with SERVICE_UNAVAILABLE', () => {
    const messages = { owner: 'Yours.', total: 'All.' };
    const budget = createSharedBudget({ max: 100, perOwner: 40, messages, retryAfter: 5 });
    budget.take('a', 40);
    expect(() => budget.take('a', 1))
      .to.throw('Yours.')
      .with.include({ code: 'RATE_LIMIT_EXCEEDED', retryAfter: 5 });
    budget.take('b', 40);
    expect(() => budget.take('c', 21))
      .to.throw('All.')
      .with.include({ code: 'SERVICE_UNAVAILABLE', retryAfter: 5 });
  });
});
