import { toPhoneIdentity } from '@plotline/pipeline/leads/model/phone-identity';
import { expect } from 'chai';

const expectSame = (phones: readonly string[], country: string, identity: string) => {
  for (const phone of phones) expect(toPhoneIdentity(phone, country), phone).to.equal(identity);
};

describe('toPhoneIdentity', () => {
  it('reads + and 00 before a country code, with any punctuation and in any script', () => {
    const forms = [
      '+971501238888',
      '00971501238888',
      '(+971) 50 123 8888',
      '(00971) 50 123 8888',
      '+971 (0)50 123-8888',
    ];
    expectSame([...forms, '+٩٧١٥٠١٢٣٨٨٨٨', '＋971.50.123.8888'], '', '+971501238888');
  });

  it('reads a national number as people in the country dial it', () => {
    expectSame(['050 123 8888', '0501238888', '971501238888', '+971 50 123 8888'], 'AE', '+971501238888');
    expectSame(['(212) 555-0100', '1 212 555 0100', '011 1 212 555 0100'], 'US', '+12125550100');
    expectSame(['8 912 345 67 89', '+7 912 345 67 89'], 'RU', '+79123456789');
    expectSame(['02 1234567'], 'IT', '+39021234567');
  });

  it('returns the digits of a national number when the country is unknown', () => {
    expectSame(['050 123 8888', '(050) 1238888'], '', '0501238888');
    expectSame(['050 123 8888'], 'XX', '0501238888');
  });

  it("returns the digits of a number that can't be dialled", () => {
    expectSame(['+999 123 45678'], '', '99912345678');
    expectSame(['050 123 8888 / 04 123 4567'], 'AE', '0501238888041234567');
  });

  it('ignores an extension', () => {
    expectSame(['+44 20 7946 0000 ext 12', '+44 20 7946 0000'], '', '+442079460000');
  });

  it('returns null for a placeholder', () => {
    for (const phone of ['0000000000', '+11 11 11', '1234', 'none', '', null]) {
      expect(toPhoneIdentity(phone, 'AE'), `${phone}`).to.equal(null);
    }
  });
});
