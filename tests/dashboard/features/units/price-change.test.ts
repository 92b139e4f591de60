import { changePrice, findPriceFault } from '@plotline/dashboard/features/units/price-change';
import { expect } from 'chai';

describe('a price change', () => {
  it('is a percentage, an amount or a new price, and is rounded', () => {
    expect(changePrice(279_552, { kind: 'percent', value: 5, roundTo: 100 })).to.equal(293_500);
    expect(changePrice(279_552, { kind: 'percent', value: -10, roundTo: 1 })).to.equal(251_597);
    expect(changePrice(279_552, { kind: 'amount', value: -552, roundTo: 1_000 })).to.equal(279_000);
    expect(changePrice(279_552, { kind: 'fixed', value: 300_000, roundTo: 1 })).to.equal(300_000);
  });

  it('keeps cents exact', () => {
    expect(changePrice(0.1, { kind: 'amount', value: 0.2, roundTo: 0.01 })).to.equal(0.3);
  });

  it('is refused with an explanation if a price would fall to 0 or below', () => {
    const refuse = (kind: 'percent' | 'amount' | 'fixed', value: number, roundTo = 100) =>
      findPriceFault([400_000, 90_000, 0], { kind, value, roundTo });
    expect(refuse('percent', -150)).to.equal("Enter a percentage above −100. A price can't fall to 0 or below.");
    expect(refuse('percent', -100)).to.equal(refuse('percent', -150));
    expect(refuse('amount', -100_000)).to.equal(
      'The price of 1 unit would fall to 0 or below. Enter a smaller amount.',
    );
    expect(refuse('amount', -400_000)).to.match(/^The price of 2 units would fall/);
    expect(refuse('percent', -99, 1_000_000)).to.match(/^Rounded to 1,000,000, the price of 2 units would be 0\./);
    expect(refuse('fixed', -1)).to.equal("A price can't be below 0.");
    expect([refuse('percent', -20), refuse('amount', -50_000), refuse('fixed', 0)]).to.deep.equal([null, null, null]);
  });
});
