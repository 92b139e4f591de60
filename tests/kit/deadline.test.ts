import { assertInTime, innerDeadline } from '@plotline/kit/deadline';
import { expect } from 'chai';
import { refusalOf } from '../support/refusal-of.js';

describe('a deadline', () => {
  it('of a call of one’s own is its budget from now', () => {
    const before = Date.now();
    const deadline = innerDeadline(2_000);
    expect(deadline).within(before + 2_000, Date.now() + 2_000);
  });

  it('of a call for another lies before the other’s, so that there is time left to answer', () => {
    const outer = Date.now() + 500;
    expect(innerDeadline(60_000, outer))
      .below(outer)
      .and.above(outer - 200);
    expect(innerDeadline(60_000, 0)).below(0);
  });

  it('of a call for another who waits long is no later than the budget', () => {
    const before = Date.now();
    expect(innerDeadline(100, before + 60_000)).within(before + 100, Date.now() + 100);
  });

  it('that is over refuses work with SERVICE_UNAVAILABLE and a time to retry', async () => {
    expect(() => assertInTime(Date.now() + 60_000)).not.to.throw();
    for (const over of [Date.now(), Date.now() - 1, 0]) {
      expect(await refusalOf(() => assertInTime(over))).includes({ code: 'SERVICE_UNAVAILABLE', retryAfter: 1 });
    }
  });
});
