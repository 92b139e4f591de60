import { expect } from 'chai';
import { findTrends } from './memory-samples.js';

const sampleOf = (megabytes: number) => [{ name: 'pipeline node', processes: 1, megabytes, largest: megabytes }];

describe('the memory of a process under constant load', () => {
  it('counts as flat when it grows during the warm-up and varies after that', () => {
    const sizes = [60, 90, 120, 150, 118, 122, 150, 119, 121, 120];
    expect(findTrends(sizes.map(sampleOf))).to.deep.equal([
      { name: 'pipeline node', early: 150, late: 121, isFlat: true },
    ]);
  });

  it('counts as growing when it grows steadily by more than a quarter and 32 MB', () => {
    const growing = Array.from({ length: 20 }, (_, place) => sampleOf(100 + place * 5));
    expect(findTrends(growing)[0]).to.deep.include({ isFlat: false });
    const small = Array.from({ length: 20 }, (_, place) => sampleOf(20 + place));
    expect(findTrends(small)[0]).to.deep.include({ isFlat: true });
  });
});
