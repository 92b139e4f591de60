import {
  isDay,
  listMonth,
  listWeek,
  moveDay,
  shiftDay,
} from '@plotline/dashboard/features/tasks/calendar/calendar-days';
import { expect } from 'chai';

describe('days of the calendar', () => {
  it('consist of whole weeks from Monday to Sunday', () => {
    expect(listWeek('2026-03-01')[0]).to.equal('2026-02-23');
    expect(listWeek('2026-02-23')[6]).to.equal('2026-03-01');
    const march = listMonth('2026-03-15');
    expect([march[0]?.[0], march.at(-1)?.[6], march.length]).to.deep.equal(['2026-02-23', '2026-04-05', 6]);
    expect(listMonth('2027-02-01')).to.have.length(4);
  });

  it('are selected by keys, across months and into shorter months', () => {
    const moves = [
      ['ArrowLeft', '2026-03-30'],
      ['ArrowRight', '2026-04-01'],
      ['ArrowUp', '2026-03-24'],
      ['ArrowDown', '2026-04-07'],
      ['Home', '2026-03-30'],
      ['End', '2026-04-05'],
      ['PageUp', '2026-02-28'],
      ['PageDown', '2026-04-30'],
      ['Enter', undefined],
    ] as const;
    for (const [key, expected] of moves) expect(moveDay('2026-03-31', key), key).to.equal(expected);
    expect(moveDay('2026-12-15', 'PageDown')).to.equal('2027-01-15');
    expect(shiftDay('2026-03-31', 'week', -1)).to.equal('2026-03-24');
  });

  it('are read from a page address only if they exist', () => {
    expect([undefined, '', 'today', '2026-13-01', '2026-3-1'].filter(isDay)).to.deep.equal([]);
    expect(isDay('2026-03-01')).to.equal(true);
  });
});
