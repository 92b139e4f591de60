import { describeSchedule, listTimeZones, toSchedule } from '@plotline/dashboard/features/integrations/digest-schedule';
import { expect } from 'chai';

describe('digest schedule', () => {
  it('is daily without a weekday, and otherwise weekly, and is described in words', () => {
    const daily = toSchedule('', '8', 'Europe/Lisbon');
    expect(daily).to.deep.equal({ frequency: 'daily', weekday: null, hour: 8, time_zone: 'Europe/Lisbon' });
    expect(describeSchedule(daily)).to.equal('Every day at 08:00, Europe/Lisbon');
    const weekly = toSchedule('friday', '17', 'UTC');
    expect(weekly).to.deep.equal({ frequency: 'weekly', weekday: 'friday', hour: 17, time_zone: 'UTC' });
    expect(describeSchedule(weekly)).to.equal('Every Friday at 17:00, UTC');
  });

  it("offers the browser's time zones, and keeps a selected zone that the browser doesn't know", () => {
    expect(listTimeZones('UTC')).to.include.members(['Europe/Lisbon', 'UTC']);
    expect(listTimeZones('Antarctica/Elsewhere')).to.include('Antarctica/Elsewhere');
    expect(new Set(listTimeZones('UTC'))).to.have.property('size', listTimeZones('UTC').length);
  });
});
