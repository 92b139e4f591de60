import { parseEmail } from '@plotline/auth/domain/person';
import { expect } from 'chai';
import { faultyFields } from '../../support/refusal-of.js';

describe('parseEmail', () => {
  it('takes one address, in lower case', () => {
    expect(parseEmail(' Ada.Lopez+1@Example.COM ')).to.equal('ada.lopez+1@example.com');
    const full = `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.example`;
    expect(parseEmail(full)).to.equal(full);
  });

  it('refuses what a mail server would read as another address, as several, or as none', async () => {
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
