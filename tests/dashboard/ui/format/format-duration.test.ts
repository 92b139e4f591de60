import { formatDuration, formatMilliseconds, toSeconds } from '@plotline/dashboard/ui/format/format-duration';
import { expect } from 'chai';

describe('durations in the dashboard', () => {
  it('are read from ISO 8601', () => {
    expect(toSeconds('PT45S')).to.equal(45);
    expect(toSeconds('P1DT2H30M')).to.equal(86_400 + 9_000);
    expect(toSeconds('soon')).to.equal(undefined);
  });

  it('show their two largest units, or a dash if there is none', () => {
    expect(formatDuration('PT45S', 'en')).to.equal('45 sec');
    expect(formatDuration('PT4H30M20S', 'en')).to.equal('4 hr 30 min');
    expect(formatDuration('PT26H', 'en')).to.equal('1 day 2 hr');
    expect(formatDuration('PT0S', 'en')).to.equal('–');
  });

  it('are shown in milliseconds for an attempt, and in seconds from one second upwards', () => {
    expect(formatMilliseconds(84, 'en')).to.equal('84 ms');
    expect(formatMilliseconds(5_013, 'en')).to.equal('5.01 sec');
  });
});
