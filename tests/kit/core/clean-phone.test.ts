import { cleanPhone, isRoundedPhone } from '@plotline/kit/core/normalize-text';
import { expect } from 'chai';

describe('cleanPhone', () => {
  const written: readonly (readonly [sent: string, stored: string])[] = [
    ['\u202a+971 50 123 4567\u202c', '+971 50 123 4567'],
    [' \u00a0+971 50 111 0004\ufeff ', '+971 50 111 0004'],
    ['tel:+971501234567', '+971501234567'],
    ['TEL: 050 123', '050 123'],
    ['Mobile : 050 123', '050 123'],
    ['p:+971501234567', '+971501234567'],
    ['\u200ep:+971501234567', '+971501234567'],
    ['971501234567.0', '971501234567'],
    ['+971501234567.00', '+971501234567'],
    ['971501234567,0', '971501234567'],
    ['971.50.1234567', '971.50.1234567'],
    ['050 123 4567 ext. 10', '050 123 4567 ext. 10'],
  ];
  for (const [sent, stored] of written) {
    it(`stores ${JSON.stringify(sent)} as ${JSON.stringify(stored)}`, () => {
      expect(cleanPhone(sent)).to.equal(stored);
    });
  }
});

describe('isRoundedPhone', () => {
  it('finds numbers that a spreadsheet has written with an exponent', () => {
    for (const phone of ['9.71501E+11', '9,71501e11', '+9.7E+11', ' p:9.71501E+11', '9E11', '٩.٧E+١١']) {
      expect(isRoundedPhone(phone), phone).to.equal(true);
    }
    for (const phone of ['+971501234567', '050 123E', '050 ext 12', '9.71501', '971501234567.0']) {
      expect(isRoundedPhone(phone), phone).to.equal(false);
    }
  });
});
