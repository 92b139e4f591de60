import { formatDateTime, toDateInput, toDateTimeInput } from '@plotline/dashboard/ui/format/format-date';
import { expect } from 'chai';

describe('dates in the dashboard', () => {
  it('show a day without a time as the same day in every time zone', () => {
    expect(formatDateTime('2026-11-01', 'time', 'en-GB')).to.equal('1 Nov 2026');
  });

  it("show a moment in the viewer's time zone, as a day or with hours, minutes and seconds", () => {
    const moment = new Date(2026, 10, 1, 15, 4, 5).toISOString();
    const format = (name: 'date' | 'time' | 'exact') => formatDateTime(moment, name, 'en-GB');
    expect([format('date'), format('time'), format('exact')]).to.deep.equal([
      '1 Nov 2026',
      '1 Nov 2026, 15:04',
      '1 Nov 2026, 15:04:05',
    ]);
  });

  it("format a moment for a field in the viewer's time zone", () => {
    const moment = new Date(2026, 2, 1, 9, 5);
    expect([toDateInput(moment), toDateTimeInput(moment)]).to.deep.equal(['2026-03-01', '2026-03-01T09:05']);
  });
});
