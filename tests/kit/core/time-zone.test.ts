import { addDays, endOfDay, findTimeZone, parseMoment, startOfDay, toLocalDay } from '@plotline/kit/core/time-zone';
import { expect } from 'chai';

/** Zones whose clocks change at midnight or by half an hour, or whose offset includes a quarter of an hour. */
const zones = [
  'UTC',
  'Asia/Dubai',
  'Asia/Kathmandu',
  'Pacific/Chatham',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'America/Havana',
  'America/St_Johns',
  'Asia/Beirut',
  'Africa/Cairo',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
];

describe('findTimeZone', () => {
  it('accepts IANA time zone names in any case, and returns them in the IANA spelling', () => {
    const names = {
      'asia/dubai': 'Asia/Dubai',
      utc: 'UTC',
      'Asia/Kolkata': 'Asia/Kolkata',
      'US/Eastern': 'US/Eastern',
    };
    const aliases = {
      'asia/kolkata': 'Asia/Kolkata',
      'ETC/GMT+5': 'Etc/GMT+5',
      'us/pacific': 'US/Pacific',
      gmt: 'GMT',
    };
    for (const [name, written] of Object.entries({ ...names, ...aliases })) {
      expect(findTimeZone(name), name).to.equal(written);
    }
  });

  it('refuses offsets and unknown names', () => {
    for (const name of ['', '+04:00', 'UTC+4', 'Mars/Base', 'Asia/Dubai ', '4']) {
      expect(findTimeZone(name), name).to.equal(null);
    }
  });
});

describe('startOfDay', () => {
  it('begins each day right after the previous one, even when clocks change', () => {
    for (const zone of zones) {
      for (let day = '2017-12-30'; day < '2019-01-03'; day = addDays(day, 1)) {
        const start = startOfDay(day, zone);
        expect(toLocalDay(start, zone), `${day} ${zone}`).to.equal(day);
        expect(toLocalDay(new Date(start.getTime() - 1), zone), `before ${day} ${zone}`).to.equal(addDays(day, -1));
        expect(endOfDay(day, zone).getTime() + 1).to.equal(startOfDay(addDays(day, 1), zone).getTime());
      }
    }
  });

  it('starts a day at the first of two midnights, or at the end of a gap that skips midnight', () => {
    // Havana sets its clocks back from 01:00 to 00:00. São Paulo used to set its clocks forward from 00:00 to 01:00.
    expect(startOfDay('2026-11-01', 'America/Havana').toISOString()).to.equal('2026-11-01T04:00:00.000Z');
    expect(startOfDay('2018-11-04', 'America/Sao_Paulo').toISOString()).to.equal('2018-11-04T03:00:00.000Z');
  });

  it('treats a time zone that this Node.js does not know as UTC', () => {
    expect(startOfDay('2026-03-01', 'Mars/Base').toISOString()).to.equal('2026-03-01T00:00:00.000Z');
  });
});

describe('parseMoment', () => {
  it('reads a day as its start in the time zone, and a timestamp unchanged', () => {
    expect(parseMoment('2027-01-02', 'Asia/Dubai').toISOString()).to.equal('2027-01-01T20:00:00.000Z');
    expect(parseMoment('2027-01-02T10:00:00+02:00', 'Asia/Dubai').toISOString()).to.equal('2027-01-02T08:00:00.000Z');
  });
});
