import { newId } from '@plotline/kit/core/ids';
import { expect } from 'chai';

describe('newId', () => {
  it('returns the prefix and a ULID in lower case', () => {
    expect(newId('lead')).to.match(/^lead_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
  });

  it('returns ids that sort by creation time, even within a millisecond', () => {
    const ids = Array.from({ length: 5_000 }, () => newId('evt'));
    expect(new Set(ids).size).to.equal(5_000);
    expect([...ids].sort()).to.deep.equal(ids);
  });
});
