import { createHoldReport } from '@plotline/inventory/holds/model/hold-report';
import { expect } from 'chai';

describe('createHoldReport', () => {
  it('divides by the number of ended holds, and averages the durations of holds that were active', () => {
    const report = createHoldReport({
      open: { active: 2 },
      created: 9,
      ended: { converted: 3, released: 1, expired: 2 },
      lasted: { count: 3, ms: 10 * 3_600_000 },
    });
    expect(report).to.deep.equal({
      active: 2,
      queued: 0,
      created: 9,
      converted: 3,
      released: 1,
      expired: 2,
      conversion_rate: 0.5,
      average_hours: 10 / 3,
    });
  });

  it('returns zeros if there are no holds', () => {
    const none = createHoldReport({ open: {}, created: 0, ended: {}, lasted: { count: 0, ms: 0 } });
    expect(Object.values(none)).to.deep.equal([0, 0, 0, 0, 0, 0, 0, 0]);
  });
});
