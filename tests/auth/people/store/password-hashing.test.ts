import { hash, parseOptions } from '@node-rs/argon2';
import { hashPassword, isOutdated, matchesPassword } from '@plotline/auth/people/store/password-hashing';
import { expect } from 'chai';

describe('hashPassword and matchesPassword', () => {
  const password = 'correct horse battery';

  it('hash with argon2id and a random salt, with the parameters recommended by OWASP', async () => {
    const options = parseOptions(await hashPassword(password));
    expect(options).to.include({ memoryCost: 19_456, timeCost: 2, parallelism: 1, saltLen: 16, outputLen: 32 });
    expect(await hashPassword(password)).to.match(/^\$argon2id\$v=19\$/);
  });

  it('report a hash with less memory or fewer passes as outdated, and all others as current', async () => {
    for (const [weaker, expected] of [
      [{ memoryCost: 9_728, timeCost: 2 }, true],
      [{ memoryCost: 19_456, timeCost: 1 }, true],
      [{ memoryCost: 19_456, timeCost: 3 }, false],
    ] as const) {
      const stored = await hash(password, weaker);
      expect(isOutdated(stored)).to.equal(expected);
      expect(await matchesPassword(password, stored)).to.equal(true);
    }
    expect(isOutdated(await hashPassword(password))).to.equal(false);
  });

  it('do not block the event loop', async () => {
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    await Promise.all(Array.from({ length: 20 }, () => hashPassword(password)));
    clearInterval(timer);
    expect(turns).to.be.above(20);
  });

  it('return a different hash each time, which matches only its password', async () => {
    const [one, other] = [await hashPassword(password), await hashPassword(password)];
    expect(one).to.not.equal(other);
    expect(await matchesPassword(password, one)).to.equal(true);
    expect(await matchesPassword(password, other)).to.equal(true);
    for (const wrong of ['', 'correct horse batterY', `${password} `]) {
      expect(await matchesPassword(wrong, one), wrong).to.equal(false);
    }
  });

  it('treat composed and decomposed Unicode letters as equal', async () => {
    expect(await matchesPassword('caf\u0065\u0301 au lait', await hashPassword('caf\u00e9 au lait'))).to.equal(true);
  });

  it('match no password without an account, but take as long as a real comparison', async () => {
    for (const text of ['', password, 'no account has this password']) {
      expect(await matchesPassword(text, null)).to.equal(false);
    }
  });

  it('refuse a comparison with SERVICE_UNAVAILABLE when too many others are waiting', async () => {
    const hashed = [hashPassword(password), hashPassword(password)];
    const compared = await Promise.allSettled(
      Array.from({ length: 101 }, () => matchesPassword(password, 'malformed')),
    );
    expect(compared[0]).to.have.property('status', 'fulfilled');
    expect(compared.at(-1)).to.have.nested.include({
      'reason.code': 'SERVICE_UNAVAILABLE',
      'reason.message': 'Too many sign-ins at the same time. Try again.',
    });
    await Promise.all(hashed);
  });

  for (const broken of ['', '$argon2id$', 'scrypt$AAAA$AAAA']) {
    it(`match no password against the malformed hash ${JSON.stringify(broken)}`, async () => {
      expect(await matchesPassword('', broken)).to.equal(false);
      expect(await matchesPassword(password, broken)).to.equal(false);
    });
  }
});
