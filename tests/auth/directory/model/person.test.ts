import { parseEmail, parsePersonName } from '@plotline/auth/directory/model/person';
import { expect } from 'chai';
import { faultyFields } from '../../../support/refusal-of.js';

describe('parseEmail', () => {
  it('accepts a single address and converts it to lower case', () => {
    expect(parseEmail(' Ada.Lopez+1@Example.COM ')).to.equal('ada.lopez+1@example.com');
    const full = `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.example`;
    expect(parseEmail(full)).to.equal(full);
  });

  it('refuses text that a mail server would read as a different address, several addresses or none', async () => {
    for (const text of [
      'one@example.com,victim@example.com',
      'x,victim@example.com',
      'x;victim@example.com',
      'victim@example.com,',
      'x<victim@example.com',
      'x<victim@example.com>',
      '(x)victim@example.com',
      'group:victim@example.com',
      '"x"@example.com',
      'a b@example.com',
      'a\u0000b@example.com',
      'a\r\nBcc:b@example.com',
      '\u212Aate@example.com',
      'ada@localhost',
      'ada@[127.0.0.1]',
      'ada',
      '',
      `${'a'.repeat(250)}@example.com`,
    ]) {
      expect(await faultyFields(() => parseEmail(text)), text).to.deep.equal(['email']);
    }
  });
});

describe('parsePersonName', () => {
  it('trims a name, and refuses a name that is invalid for an agent', async () => {
    expect(parsePersonName(' Ada Lopez ')).to.equal('Ada Lopez');
    for (const name of ['', ' ', 'Ada\tLopez', 'Ada \u202ELopez', 'x'.repeat(201)]) {
      expect(await faultyFields(() => parsePersonName(name)), name).to.deep.equal(['name']);
    }
  });
});
