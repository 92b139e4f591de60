import { countDaysInStage, describeDaysIn } from '@plotline/dashboard/features/leads/days-in-stage';
import { expect } from 'chai';

const now = new Date('2026-03-08T09:30:00.000Z');

describe('the time in a stage', () => {
  for (const [since, words] of [
    ['2026-03-08T09:00:00.000Z', 'Since today'],
    ['2026-03-08T09:31:00.000Z', 'Since today'],
    ['2026-03-07T09:30:00.000Z', '1 day in Qualified'],
    ['2026-02-24T09:30:00.000Z', '12 days in Qualified'],
  ] as const) {
    it(`reads "${words}" since ${since}`, () => {
      expect(describeDaysIn(countDaysInStage(since, now) ?? -1, 'qualified')).to.equal(words);
    });
  }

  it('is unknown if the lead was in the stage when it was imported', () => {
    expect(countDaysInStage(null, now)).to.equal(null);
  });
});
