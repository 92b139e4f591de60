import { toShare } from '@plotline/dashboard/components/usage-share';
import { listCurrencies } from '@plotline/dashboard/pages/settings/currencies';
import { expect } from 'chai';

describe('the settings of a workspace', () => {
  it('offer all currencies by their names', () => {
    const currencies = listCurrencies('en');
    expect(currencies).to.deep.include({ value: 'AED', label: 'AED – United Arab Emirates Dirham' });
    expect(currencies.length).to.be.greaterThan(100);
  });

  it('show how much of a limit is used, and no bar where there is no limit', () => {
    expect(toShare(30, 120)).to.equal(0.25);
    expect(toShare(130, 120)).to.equal(1);
    expect(toShare(5, null)).to.equal(undefined);
  });
});
