import { scryptSync } from 'node:crypto';
import { hashPassword, hashSecret, matchesPassword } from '@plotline/auth/store/hashing';
import { expect } from 'chai';

describe('hashSecret', () => {
  it('is HMAC-SHA-256 (RFC 4231, test case 2)', () => {
    expect(hashSecret('what do ya want for nothing?', 'Jefe')).to.equal(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
  });
});

describe('hashPassword and matchesPassword', () => {
  const password = 'correct horse battery';

  it('hash with scrypt and a random salt, with the parameters that OWASP names', async () => {
    const [scheme, salt = '', key] = (await hashPassword(password)).split('$');
    const same = scryptSync(password, Buffer.from(salt, 'base64url'), 32, { N: 32_768, r: 8, p: 1, maxmem: 2 ** 26 });
    expect([scheme, key]).to.deep.equal(['scrypt', same.toString('base64url')]);
    expect(Buffer.from(salt, 'base64url')).to.have.length(16);
  });

  it('give another hash each time, which matches its password and no other', async () => {
    const [one, other] = [await hashPassword(password), await hashPassword(password)];
    expect(one).to.not.equal(other);
    expect(await matchesPassword(password, one)).to.equal(true);
    expect(await matchesPassword(password, other)).to.equal(true);
    for (const wrong of ['', 'correct horse batterY', `${password} `]) {
      expect(await matchesPassword(wrong, one), wrong).to.equal(false);
    }
  });

  it('treat composed and decomposed Unicode letters alike', async () => {
    expect(await matchesPassword('caf\u0065\u0301 au lait', await hashPassword('caf\u00e9 au lait'))).to.equal(true);
  });

  for (const broken of ['', 'scrypt$', 'scrypt$AAAA$', 'scrypt$AAAA$AAAA']) {
    it(`match no password against the malformed hash ${JSON.stringify(broken)}`, async () => {
      expect(await matchesPassword('', broken)).to.equal(false);
      expect(await matchesPassword(password, broken)).to.equal(false);
    });
  }
});
