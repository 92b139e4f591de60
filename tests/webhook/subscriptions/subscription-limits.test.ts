import {
  defaultSubscriptionLimits,
  getSubscriptionLimit,
  parseSubscriptionLimits,
} from '@plotline/webhook/subscriptions/model/subscription-limits';
import { expect } from 'chai';

describe('getSubscriptionLimit', () => {
  const limits = parseSubscriptionLimits(defaultSubscriptionLimits);

  for (const [plan, limit] of [
    ['starter', 20],
    ['professional', 100],
    ['enterprise', 500],
    ['imagined', 20],
    ['', 20],
  ] as const) {
    it(`allows ${limit} webhooks on the plan "${plan}"`, () =>
      expect(getSubscriptionLimit(limits, plan)).to.equal(limit));
  }

  it("uses the operator's limits, and the limit of the Starter plan for plans without one", () => {
    const own = parseSubscriptionLimits('starter=3, enterprise = 2000');
    expect(['starter', 'professional', 'enterprise'].map((plan) => getSubscriptionLimit(own, plan))).to.deep.equal([
      3, 3, 2000,
    ]);
    expect(getSubscriptionLimit(parseSubscriptionLimits('enterprise=7'), 'starter')).to.equal(20);
  });

  for (const text of ['', 'starter', 'starter=', 'starter=-1', 'starter=ten', 'starter=1;enterprise=2']) {
    it(`refuses the malformed setting "${text}"`, () =>
      expect(() => parseSubscriptionLimits(text)).to.throw('is not of the form'));
  }
});
