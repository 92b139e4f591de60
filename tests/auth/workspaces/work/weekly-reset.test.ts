import { findLastWeeklyReset } from '@plotline/auth/workspaces/work/weekly-reset';
import { expect } from 'chai';

describe('findLastWeeklyReset', () => {
  for (const [now, last] of [
    ['2026-11-22T00:00:00.000Z', '2026-11-22T00:00:00.000Z'],
    ['2026-11-21T23:59:59.999Z', '2026-11-15T00:00:00.000Z'],
    ['2026-11-28T23:59:59.999Z', '2026-11-22T00:00:00.000Z'],
    ['2027-01-01T05:00:00.000Z', '2026-12-27T00:00:00.000Z'],
    ['2028-03-01T00:00:00.000Z', '2028-02-27T00:00:00.000Z'],
  ] as const) {
    it(`is ${last} at ${now}`, () => {
      expect(findLastWeeklyReset(new Date(now)).toISOString()).to.equal(last);
    });
  }
});
