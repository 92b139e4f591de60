import { describeSchedule, listTimeZones, toSchedule } from '@plotline/dashboard/pages/integrations/digest-schedule';
import { expect } from 'chai';

describe('the schedule of a digest in the dashboard', () => {
  it('is daily without a day, else weekly, and is told in words', () => {
    const daily = toSchedule('', '8', 'Europe/Lisbon');
    expect(daily).to.deep.equal({ frequency: 'daily', weekday: null, hour: 8, time_zone: 'Europe/Lisbon' });
    expect(describeSchedule(daily)).to.equal('Every day at 08:00, Europe/Lisbon');
    const weekly = toSchedule('friday', '17', 'UTC');
    expect(weekly).to.deep.equal({ frequency: 'weekly', weekday: 'friday', hour: 17, time_zone: 'UTC' });
    expect(describeSchedule(weekly)).to.equal('Every Friday at 17:00, UTC');
  });

  it('offers the zones of the browser, with one that it does not know when that is chosen', () => {
    expect(listTimeZones('UTC')).to.include.members(['Europe/Lisbon', 'UTC']);
    expect(listTimeZones('Antarctica/Elsewhere')).to.include('Antarctica/Elsewhere');
    expect(new Set(listTimeZones('UTC'))).to.have.property('size', listTimeZones('UTC').length);
  });
});
