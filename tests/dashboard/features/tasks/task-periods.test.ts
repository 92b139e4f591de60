import { listNextPeriods, listTaskPeriods } from '@plotline/dashboard/features/tasks/task-periods';
import { expect } from 'chai';

const findPeriod = (today: string, day: string) => {
  const found = listTaskPeriods(today).filter(
    ({ after, before }) => (after === null || day >= after) && (before === null || day <= before),
  );
  return found.map(({ name }) => name);
};

describe('task periods', () => {
  const wednesday = '2026-03-04';

  it('cover each day exactly once', () => {
    expect(findPeriod(wednesday, '2026-03-03')).to.deep.equal(['overdue']);
    expect(findPeriod(wednesday, '2026-03-04')).to.deep.equal(['today']);
    expect(findPeriod(wednesday, '2026-03-05')).to.deep.equal(['this_week']);
    expect(findPeriod(wednesday, '2026-03-08')).to.deep.equal(['this_week']);
    expect(findPeriod(wednesday, '2026-03-09')).to.deep.equal(['later']);
  });

  it('treat next week as this week on a Sunday', () => {
    const sunday = '2026-03-08';
    expect(findPeriod(sunday, '2026-03-09')).to.deep.equal(['this_week']);
    expect(findPeriod(sunday, '2026-03-15')).to.deep.equal(['this_week']);
    expect(findPeriod(sunday, '2026-03-16')).to.deep.equal(['later']);
  });

  it('cover the past, today or the next three days on the start page', () => {
    expect(listNextPeriods(wednesday)).to.deep.equal([
      { name: 'overdue', after: null, before: '2026-03-03' },
      { name: 'today', after: wednesday, before: wednesday },
      { name: 'soon', after: '2026-03-05', before: '2026-03-07' },
    ]);
  });
});
