import { scryptSync } from 'node:crypto';
import { hashPassword, matchesPassword } from '@plotline/auth/store/password-hash';
import { expect } from 'chai';

describe('the hash of a password', () => {
  const password = 'correct horse battery';

  it('is scrypt of the password and a salt, with the cost that OWASP names', async () => {
    const [scheme, salt = '', key] = (await hashPassword(password)).split('$');
    const same = scryptSync(password, Buffer.from(salt, 'base64url'), 32, { N: 32_768, r: 8, p: 1, maxmem: 2 ** 26 });
    expect([scheme, key]).eql(['scrypt', same.toString('base64url')]);
    expect(Buffer.from(salt, 'base64url')).length(16);
  });

  it('differs each time and yet knows its password, and no other', async () => {
    const [one, other] = [await hashPassword(password), await hashPassword(password)];
    expect(one).not.equal(other);
    expect(await matchesPassword(password, one)).equal(true);
    expect(await matchesPassword(password, other)).equal(true);
    for (const wrong of ['', 'correct horse batterY', `${password} `]) {
      expect(await matchesPassword(wrong, one), wrong).equal(false);
    }
  });

  it('is the same for a letter typed whole or in parts', async () => {
    expect(await matchesPassword('caf\u0065\u0301 au lait', await hashPassword('caf\u00e9 au lait'))).equal(true);
  });

  for (const broken of ['', 'scrypt$', 'scrypt$AAAA$', 'scrypt$AAAA$AAAA']) {
    it(`is matched by nothing when it reads ${broken || 'empty'}`, async () => {
      expect(await matchesPassword('', broken)).equal(false);
      expect(await matchesPassword(password, broken)).equal(false);
    });
  }
});
