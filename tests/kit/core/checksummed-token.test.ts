import { createToken, deriveToken, isWellFormedToken } from '@plotline/kit/core/secrets';
import { expect } from 'chai';

describe('createToken and isWellFormedToken', () => {
  it('make a token from the prefix, 30 random characters and a 6-character checksum', () => {
    const token = createToken('pl_live_');
    expect(token).to.match(/^pl_live_[0-9A-Za-z]{36}$/);
    expect(isWellFormedToken(token, 'pl_live_')).to.equal(true);
    expect(createToken('pl_live_')).to.not.equal(token);
  });

  // Created with another implementation of CRC32 (Python's zlib). The last token needs the padding.
  for (const token of [
    'pl_test_0000000000000000000000000000004bUaou',
    'pl_live_abcdefghijklmnopqrstuvwxyz01234Cg9Wr',
    'pl_live_0000000000000000000000000000000KZmGN',
  ]) {
    it(`accept ${token}`, () => {
      expect(isWellFormedToken(token, token.slice(0, 8))).to.equal(true);
    });
  }

  it('refuse a token if one character was changed, or if its prefix or length is wrong', () => {
    const token = createToken('pl_live_');
    for (let index = 8; index < token.length; index += 1) {
      const changed = token.slice(0, index) + (token[index] === 'a' ? 'b' : 'a') + token.slice(index + 1);
      expect(isWellFormedToken(changed, 'pl_live_'), `character ${index}`).to.equal(false);
    }
    expect(isWellFormedToken(token, 'pl_test_')).to.equal(false);
    expect(isWellFormedToken(`${token}0`, 'pl_live_')).to.equal(false);
    expect(isWellFormedToken(token.slice(0, -1), 'pl_live_')).to.equal(false);
  });

  it('derive the same token only from the same bytes', () => {
    const derive = (byte: number) => deriveToken('pl_refresh_', new Uint8Array(32).fill(byte));
    expect(isWellFormedToken(derive(7), 'pl_refresh_')).to.equal(true);
    expect(derive(7)).to.equal(derive(7)).and.not.equal(derive(8));
  });
});
