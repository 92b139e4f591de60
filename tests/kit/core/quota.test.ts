import {
  assertDailyQuota,
  assertQuota,
  findRoom,
  type QuotaUse,
  toDayEnd,
  toQuotaHeaders,
} from '@plotline/kit/core/quota';
import { expect } from 'chai';
import { refusalOf } from '../../support/refusal-of.js';

const use = (limit: number | null, used: number): QuotaUse => ({ name: 'leads', limit, used });

describe('a quota', () => {
  it('allows a request that fits, and names the quota, its limit and the current number when it refuses one', async () => {
    assertQuota(use(10, 9));
    assertQuota(use(10, 7), 3);
    assertQuota(use(null, 1_000_000), 100);
    const refusal = await refusalOf(async () => assertQuota(use(10, 9), 2));
    expect(refusal).to.include({ code: 'CONFLICT', reason: 'quota_reached' });
    expect(refusal.data).to.deep.equal({ quota: 'leads', limit: 10, used: 9 });
    expect(refusal.message).to.equal(
      'Your plan allows 10 leads, and you have 9. Delete some, or ask for a larger plan.',
    );
  });

  it('has no negative remainder after a smaller plan was set', () => {
    expect(findRoom(use(10, 25))).to.equal(0);
    expect(toQuotaHeaders(use(10, 25))).to.include({ 'x-quota-remaining': '0' });
  });

  it('tells the caller to wait until UTC midnight if it counts per day', async () => {
    const now = new Date('2026-03-01T23:59:30.000Z');
    assertDailyQuota(use(2, 1), now);
    const refusal = await refusalOf(async () => assertDailyQuota(use(2, 2), now));
    expect(refusal).to.include({ code: 'RATE_LIMIT_EXCEEDED', reason: 'daily_quota_reached', retryAfter: 30 });
    expect(toDayEnd(now).toISOString()).to.equal('2026-03-02T00:00:00.000Z');
    expect(toDayEnd(toDayEnd(now)).toISOString()).to.equal('2026-03-03T00:00:00.000Z');
  });

  it('reports the remainder after the request in headers, and nothing without a limit', () => {
    expect(toQuotaHeaders(use(10, 7), 2)).to.deep.equal({
      'x-quota-name': 'leads',
      'x-quota-limit': '10',
      'x-quota-remaining': '1',
    });
    expect(toQuotaHeaders(use(null, 7))).to.deep.equal({});
  });
});
