import { changePrice } from '@plotline/dashboard/pages/properties/price-change';
import { expect } from 'chai';

describe('a change of prices', () => {
  it('is a percentage, an amount, or a new price, rounded', () => {
    expect(changePrice(279_552, { kind: 'percent', value: 5, roundTo: 100 })).to.equal(293_500);
    expect(changePrice(279_552, { kind: 'percent', value: -10, roundTo: 1 })).to.equal(251_597);
    expect(changePrice(279_552, { kind: 'amount', value: -552, roundTo: 1_000 })).to.equal(279_000);
    expect(changePrice(279_552, { kind: 'fixed', value: 300_000, roundTo: 1 })).to.equal(300_000);
  });

  it('keeps cents exact, and no price falls below zero', () => {
    expect(changePrice(0.1, { kind: 'amount', value: 0.2, roundTo: 0.01 })).to.equal(0.3);
    expect(changePrice(100, { kind: 'amount', value: -500, roundTo: 1 })).to.equal(0);
  });
});
