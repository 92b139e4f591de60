import { isNoValue, joinLines, toPlainText, trimCell } from '@plotline/transfer/formats/model/clean-text';
import { parseEmail } from '@plotline/transfer/formats/model/parse-email';
import { parsePhone } from '@plotline/transfer/formats/model/parse-phone';
import { expect } from 'chai';

describe('a text value in a cell', () => {
  it('loses surrounding spaces of any kind, zero-width spaces and byte order marks', () => {
    expect(trimCell('\uFEFF\u00A0 \u200B Noor  Haddad\u200B\u00A0\n')).to.equal('Noor  Haddad');
    expect(trimCell('\u200B \u200B')).to.equal('');
  });

  it('is converted to one line, with plain digits and signs', () => {
    expect(joinLines('Noor\r\n Haddad\tx')).to.equal('Noor Haddad x');
    expect(toPlainText('\u202A١٢۳٤\u00A0ｍ²\u202C')).to.equal('1234 m2');
  });

  it('is normalized only up to 1,000 characters, because long runs of marks take a second each', () => {
    expect(toPlainText('１'.repeat(1_000))).to.equal('1'.repeat(1_000));
    expect(toPlainText(` ${'１'.repeat(1_001)}`)).to.equal('１'.repeat(1_001));
  });

  it('can mean that there is no value', () => {
    for (const text of ['', 'NULL', 'n/a', '-', '—', '0000-00-00', '\\N', 'None'])
      expect(isNoValue(text), text).to.equal(true);
    for (const text of ['0', 'no', 'Nullmeyer', 'NA']) expect(isNoValue(text), text).to.equal(false);
  });
});

describe('an email address in a cell', () => {
  const emails: readonly (readonly [string, string])[] = [
    ['a@x.example', 'a@x.example'],
    ['Noor Haddad <a@x.example>', 'a@x.example'],
    ['"Haddad, Noor" <a@x.example>;', 'a@x.example'],
    ['mailto:a@x.example?subject=Hi', 'a@x.example'],
    ['a@x.example;', 'a@x.example'],
    ['a@x.example; b@x.example', 'a@x.example'],
    ['a@x.example ::: b@x.example', 'a@x.example'],
    ['\u202Aa@x.example\u202C', 'a@x.example'],
    ['a@münchen.example', 'a@xn--mnchen-3ya.example'],
    ['not-an-address', 'not-an-address'],
    ['a @x.example', 'a @x.example'],
  ];
  for (const [text, email] of emails) it(`is read: ${text}`, () => expect(parseEmail(text)).to.equal(email));
});

describe('a phone number in a cell', () => {
  const phones: readonly (readonly [string, string])[] = [
    ['+971 50 123 4567', '+971 50 123 4567'],
    ['\u202A+971 50 123 4567\u202C', '+971 50 123 4567'],
    ['tel:+971501234567', '+971501234567'],
    ['p: +971501234567', '+971501234567'],
    ['971501234567.0', '971501234567'],
    ["'+971501234567", '+971501234567'],
    ['+971501234567 ::: +971501234568', '+971501234567'],
    ['050 123.4567', '050 123.4567'],
  ];
  for (const [text, value] of phones) it(`is read: ${text}`, () => expect(parsePhone(text)).to.deep.equal({ value }));

  it('is rejected if a spreadsheet has rounded it', () => {
    for (const text of ['9.71501E+11', '9,71501e+11', '1E11']) {
      expect(parsePhone(text).fault).to.match(/a spreadsheet has rounded it/);
    }
  });
});
