import { listTaskPeriods } from '@plotline/dashboard/pages/tasks/task-periods';
import { expect } from 'chai';

const findPeriod = (now: Date, date: Date) => {
  const found = listTaskPeriods(now).filter(
    ({ after, before }) => (after === null || date >= after) && (before === null || date <= before),
  );
  return found.map(({ name }) => name);
};

describe('the periods of tasks', () => {
  const wednesday = new Date(2026, 2, 4, 15, 30);

  it('put every moment into one of them, by the days of the viewer', () => {
    expect(findPeriod(wednesday, new Date(2026, 2, 3, 23, 59, 59, 999))).to.deep.equal(['overdue']);
    expect(findPeriod(wednesday, new Date(2026, 2, 4))).to.deep.equal(['today']);
    expect(findPeriod(wednesday, new Date(2026, 2, 4, 23, 59, 59, 999))).to.deep.equal(['today']);
    expect(findPeriod(wednesday, new Date(2026, 2, 5))).to.deep.equal(['this_week']);
    expect(findPeriod(wednesday, new Date(2026, 2, 8, 23))).to.deep.equal(['this_week']);
    expect(findPeriod(wednesday, new Date(2026, 2, 9))).to.deep.equal(['later']);
  });

  it('take the coming week for this one on a Sunday, which has no more days of its own', () => {
    const sunday = new Date(2026, 2, 8, 12);
    expect(findPeriod(sunday, new Date(2026, 2, 9))).to.deep.equal(['this_week']);
    expect(findPeriod(sunday, new Date(2026, 2, 16))).to.deep.equal(['later']);
  });
});
