import { listTaskPeriods } from '@plotline/dashboard/features/tasks/task-periods';
import { expect } from 'chai';

const findPeriod = (now: Date, date: Date) => {
  const found = listTaskPeriods(now).filter(
    ({ after, before }) => (after === null || date >= after) && (before === null || date <= before),
  );
  return found.map(({ name }) => name);
};

describe('task period', () => {
  const wednesday = new Date(2026, 2, 4, 15, 30);

  it("contains each moment exactly once, by the viewer's days", () => {
    expect(findPeriod(wednesday, new Date(2026, 2, 3, 23, 59, 59, 999))).to.deep.equal(['overdue']);
    expect(findPeriod(wednesday, new Date(2026, 2, 4))).to.deep.equal(['today']);
    expect(findPeriod(wednesday, new Date(2026, 2, 4, 23, 59, 59, 999))).to.deep.equal(['today']);
    expect(findPeriod(wednesday, new Date(2026, 2, 5))).to.deep.equal(['this_week']);
    expect(findPeriod(wednesday, new Date(2026, 2, 8, 23))).to.deep.equal(['this_week']);
    expect(findPeriod(wednesday, new Date(2026, 2, 9))).to.deep.equal(['later']);
  });

  it('treats next week as this week on a Sunday', () => {
    const sunday = new Date(2026, 2, 8, 12);
    expect(findPeriod(sunday, new Date(2026, 2, 9))).to.deep.equal(['this_week']);
    expect(findPeriod(sunday, new Date(2026, 2, 16))).to.deep.equal(['later']);
  });
});
