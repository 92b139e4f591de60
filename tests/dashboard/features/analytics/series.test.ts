import { chooseInterval, formatInterval, listCurrencies } from '@plotline/dashboard/features/analytics/series';
import { expect } from 'chai';

describe('chooseInterval', () => {
  it('uses weeks for a quarter and months for a year', () => {
    expect(chooseInterval({ period: 'month' }, undefined)).to.equal('week');
    expect(chooseInterval({ period: 'quarter' }, undefined)).to.equal('week');
    expect(chooseInterval({ period: 'year' }, undefined)).to.equal('month');
  });

  it('uses the interval that the person chose, unless it is unknown or the API refuses it', () => {
    expect(chooseInterval({ period: 'year' }, 'week')).to.equal('week');
    expect(chooseInterval({ period: 'month' }, 'fortnight')).to.equal('week');
    const years = { period: 'custom', start_date: '2020-01-01', end_date: '2026-01-01' };
    expect(chooseInterval(years, 'week')).to.equal('month');
    expect(chooseInterval({ ...years, start_date: '2025-12-01' }, undefined)).to.equal('week');
  });
});

describe('formatInterval', () => {
  it('shows a week as its first day and a month as its name', () => {
    const point = { start_date: '2026-03-02' };
    expect(formatInterval(point, 'week', 'en-GB')).to.equal('2 Mar');
    expect(formatInterval(point, 'month', 'en-GB')).to.equal('Mar 2026');
  });
});

describe('listCurrencies', () => {
  it('lists each currency once, in order', () => {
    const revenue = (...currencies: string[]) => ({ revenue: currencies.map((currency) => ({ currency, closed: 1 })) });
    expect(listCurrencies([revenue('USD'), revenue('EUR', 'USD'), revenue()])).to.deep.equal(['EUR', 'USD']);
  });
});
