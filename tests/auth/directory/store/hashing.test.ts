import { hashSecret } from '@plotline/auth/directory/store/hashing';
import { expect } from 'chai';

describe('hashSecret', () => {
  it('is HMAC-SHA-256 (RFC 4231, test case 2)', () => {
    expect(hashSecret('what do ya want for nothing?', 'Jefe')).to.equal(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
  });
});
