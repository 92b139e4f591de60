import { countries } from '@plotline/auth/directory/model/countries';
import { listCountries } from '@plotline/dashboard/features/workspace/countries';
import { listTimeZones, toLocalDay } from '@plotline/dashboard/features/workspace/time-zones';
import { toShare } from '@plotline/dashboard/features/workspace/usage-share';
import { listCurrencies } from '@plotline/dashboard/ui/forms/currencies';
import { expect } from 'chai';

describe('settings of limits, currencies, countries and time zones', () => {
  it('list all currencies by name', () => {
    const currencies = listCurrencies('en');
    expect(currencies).to.deep.include({ value: 'AED', label: 'AED – United Arab Emirates Dirham' });
    expect(currencies.length).to.be.greaterThan(100);
  });

  it('list by name the countries that the API accepts', () => {
    const listed = listCountries('en');
    expect(listed).to.deep.include({ value: 'AE', label: 'United Arab Emirates' });
    expect(new Set(listed.map(({ value }) => value))).to.deep.equal(countries);
  });

  it("list the browser's time zones, and keep a selected zone that the browser doesn't know", () => {
    expect(listTimeZones('UTC')).to.include.members(['Europe/Lisbon', 'UTC']);
    expect(listTimeZones('Antarctica/Elsewhere')).to.include('Antarctica/Elsewhere');
    expect(new Set(listTimeZones('UTC'))).to.have.property('size', listTimeZones('UTC').length);
  });

  it('determine the day in a time zone', () => {
    const evening = new Date('2026-03-03T21:30:00Z');
    expect(toLocalDay(evening, 'Asia/Dubai')).to.equal('2026-03-04');
    expect(toLocalDay(evening, 'America/New_York')).to.equal('2026-03-03');
    expect(toLocalDay(evening, 'Mars/Base')).to.equal('2026-03-03');
  });

  it('shows the used share of a limit in whole percents, and no bar without a limit', () => {
    expect(toShare(30, 120)).to.equal(0.25);
    expect(toShare(2, 250_000)).to.equal(0);
    expect(toShare(130, 120)).to.equal(1);
    expect(toShare(5, null)).to.equal(undefined);
  });
});
