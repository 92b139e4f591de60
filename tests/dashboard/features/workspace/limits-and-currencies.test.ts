import { listCurrencies } from '@plotline/dashboard/features/workspace/currencies';
import { toShare } from '@plotline/dashboard/features/workspace/usage-share';
import { expect } from 'chai';

describe('settings of limits and currencies', () => {
  it('offers all currencies by name', () => {
    const currencies = listCurrencies('en');
    expect(currencies).to.deep.include({ value: 'AED', label: 'AED – United Arab Emirates Dirham' });
    expect(currencies.length).to.be.greaterThan(100);
  });

  it('shows the used share of a limit, and no bar without a limit', () => {
    expect(toShare(30, 120)).to.equal(0.25);
    expect(toShare(130, 120)).to.equal(1);
    expect(toShare(5, null)).to.equal(undefined);
  });
});
