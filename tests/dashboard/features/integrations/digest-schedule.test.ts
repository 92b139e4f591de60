import {
  describeSchedule,
  listZoneChoices,
  toSchedule,
  workspaceZone,
} from '@plotline/dashboard/features/integrations/digest-schedule';
import { expect } from 'chai';

describe('a digest schedule', () => {
  it('is daily without a weekday, weekly otherwise, and is described in words', () => {
    const daily = toSchedule('', '8', 'Europe/Lisbon');
    expect(daily).to.deep.equal({ frequency: 'daily', weekday: null, hour: 8, time_zone: 'Europe/Lisbon' });
    expect(describeSchedule({ ...daily, time_zone: 'Europe/Lisbon', follows_workspace: false })).to.equal(
      'Every day at 08:00, Europe/Lisbon',
    );
    const weekly = toSchedule('friday', '17', 'UTC');
    expect(weekly).to.deep.equal({ frequency: 'weekly', weekday: 'friday', hour: 17, time_zone: 'UTC' });
    expect(describeSchedule({ ...weekly, time_zone: 'UTC', follows_workspace: true })).to.equal(
      'Every Friday at 17:00, UTC',
    );
  });

  it("offers the workspace's time zone first, as an empty value that lets the API choose", () => {
    expect(listZoneChoices('Europe/Lisbon')[0]).to.deep.equal({ value: workspaceZone, label: 'Workspace time zone' });
    expect(toSchedule('', '8', workspaceZone)).to.deep.equal({ frequency: 'daily', weekday: null, hour: 8 });
  });
});
