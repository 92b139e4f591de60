import { currencies } from '@plotline/kit/currencies';
import { expect } from 'chai';

describe('the currencies', () => {
  it('are those of ISO 4217, with the units of account that prices are in', () => {
    const units = ['BOV', 'CHE', 'CHW', 'CLF', 'COU', 'MXV', 'USN', 'UYI', 'UYW', 'VED', 'XDR'];
    expect([...currencies]).to.include.members(['CLP', 'EUR', 'JPY', 'USD', 'ZWG', ...units]);
  });

  it('are each there once, as three capital letters', () => {
    for (const code of currencies) expect(code).to.match(/^[A-Z]{3}$/);
    expect(currencies.size).to.equal(174);
  });

  it('have no metals, no codes for tests and none for the lack of a currency', () => {
    for (const code of ['XAG', 'XAU', 'XPD', 'XPT', 'XBA', 'XTS', 'XXX'])
      expect(currencies.has(code), code).to.equal(false);
  });

  it('have what was accepted before, though withdrawn: stored records have it', () => {
    for (const code of ['ANG', 'BGN', 'CUC', 'HRK', 'SLL', 'ZWL']) expect(currencies.has(code), code).to.equal(true);
  });
});
