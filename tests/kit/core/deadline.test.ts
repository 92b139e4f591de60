import { conflict } from '@plotline/kit/core/errors';
import {
  assertBeforeDeadline,
  backgroundBudgetMs,
  databaseTimeoutMs,
  deriveDeadline,
  maxRequestMs,
  requestBudgetMs,
  requestLifetimeMs,
  waitUntil,
} from '@plotline/kit/core/time';
import { expect } from 'chai';
import { refusalOf } from '../../support/refusal-of.js';

describe('deriveDeadline', () => {
  it("sets the deadline of a call without a caller to the call's budget from now", () => {
    const before = Date.now();
    expect(deriveDeadline(2_000)).to.be.within(before + 2_000, Date.now() + 2_000);
  });

  it("sets the deadline of a call before its caller's deadline, to leave time to respond", () => {
    const outer = Date.now() + 500;
    expect(deriveDeadline(60_000, outer))
      .to.be.below(outer)
      .and.above(outer - 200);
    expect(deriveDeadline(60_000, 0)).to.be.below(0);
  });

  it("limits a call to its budget when the caller's deadline is later", () => {
    const before = Date.now();
    expect(deriveDeadline(100, before + 60_000)).to.be.within(before + 100, Date.now() + 100);
  });
});

describe('assertBeforeDeadline', () => {
  it('refuses work past its deadline with SERVICE_UNAVAILABLE and a time to retry', async () => {
    expect(() => assertBeforeDeadline(Date.now() + 60_000)).to.not.throw();
    for (const over of [Date.now(), Date.now() - 1, 0]) {
      const refusal = await refusalOf(() => assertBeforeDeadline(over));
      expect(refusal).to.include({ code: 'SERVICE_UNAVAILABLE', retryAfter: 1 });
    }
  });
});

describe('waitUntil', () => {
  it('resolves or rejects with the work if it ends before the deadline', async () => {
    const deadline = Date.now() + 60_000;
    expect(await waitUntil(deadline, Promise.resolve('done'))).to.equal('done');
    const refusal = await refusalOf(() => waitUntil(deadline, Promise.reject(conflict('It is taken.'))));
    expect(refusal).to.include({ code: 'CONFLICT' });
  });

  it('waits no longer than the deadline', async () => {
    const refusal = await refusalOf(() => waitUntil(Date.now() + 20, new Promise(() => undefined)));
    expect(refusal).to.include({ code: 'SERVICE_UNAVAILABLE', retryAfter: 1 });
  });
});

describe('the lifetime of a request', () => {
  for (const [work, budgetMs] of [
    ['a request', requestBudgetMs],
    ['background work', backgroundBudgetMs],
  ] as const) {
    it(`is longer than the budget of ${work} plus a database operation that begins at the end of the budget`, () => {
      expect(maxRequestMs).to.be.at.least(budgetMs + databaseTimeoutMs);
    });
  }

  it('allows for the clock that is furthest behind', () => {
    expect(requestLifetimeMs).to.be.above(maxRequestMs);
  });
});
