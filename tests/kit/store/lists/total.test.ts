import { mock } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { countMatches, countOrEstimate } from '@plotline/kit/store/lists/total';
import type { Filter, Records, Versioned } from '@plotline/kit/store/records/records';
import { expect } from 'chai';

interface CountOptions {
  readonly limit?: number;
  readonly hint?: string;
}

/** Records that have only a number, and a log of the counts. */
function countable(name: string) {
  const asked: CountOptions[] = [];
  const state = { size: 0 };
  const records: Pick<Records<Versioned>, 'count' | 'toCacheKey'> = {
    toCacheKey: (filter: Filter) => JSON.stringify([name, filter]),
    count: async (_filter: Filter, options: CountOptions = {}) => {
      asked.push(options);
      return Math.min(state.size, options.limit ?? Number.POSITIVE_INFINITY);
    },
  };
  return { records, asked, state };
}

/** Runs with a clock that the test moves. */
async function withClock(work: (letPass: (milliseconds: number) => Promise<void>) => Promise<void>): Promise<void> {
  const now = performance.now.bind(performance);
  let passed = 0;
  const clock = mock.method(performance, 'now', () => now() + passed);
  try {
    await work(async (milliseconds) => {
      passed += milliseconds;
      // The cache reads the clock at most once per millisecond.
      await sleep(10);
    });
  } finally {
    clock.mock.restore();
  }
}

/** No count takes longer than the maximum age of a cached total. */
const limited = { maxTimeMS: 5_000 } as const;

describe('countMatches', () => {
  it('is exact up to 10,000 and counts no further than needed', async () => {
    const { records, asked, state } = countable('exact');
    for (const size of [0, 1, 9_999, 10_000]) {
      state.size = size;
      expect(await countMatches(records, {}, 'created_at')).to.equal(size);
    }
    expect(asked).to.deep.equal(
      Array.from({ length: 4 }, () => ({ hint: 'created_at', limit: 10_001, maxTimeMS: 5_000 })),
    );
  });

  it('counts a larger total once, and then caches it', async () => {
    const { records, asked, state } = countable('large');
    state.size = 10_001;
    expect(await countMatches(records, {})).to.equal(10_001);
    state.size = 50_000;
    expect(await countMatches(records, {})).to.equal(10_001);
    expect(asked).to.deep.equal([{ limit: 10_001, ...limited }, limited]);
  });

  it('keeps the totals of different queries separate', async () => {
    const { records, state } = countable('questions');
    state.size = 20_000;
    expect(await countMatches(records, { status: 'a' })).to.equal(20_000);
    state.size = 30_000;
    expect(await countMatches(records, { status: 'b' })).to.equal(30_000);
    expect(await countMatches(records, { status: 'a' })).to.equal(20_000);
  });

  it('counts an expired total completely without a first partial count, because it is most likely still large', async () => {
    const { records, asked, state } = countable('grown old');
    await withClock(async (letPass) => {
      state.size = 10_001;
      await countMatches(records, {});
      await letPass(6_000);
      state.size = 20_000;
      expect(await countMatches(records, {})).to.equal(20_000);
      expect(asked.splice(0)).to.deep.equal([{ limit: 10_001, ...limited }, limited, limited]);
      await letPass(6_000);
      for (const size of [3, 4]) {
        state.size = size;
        expect(await countMatches(records, {})).to.equal(size);
      }
      expect(asked).to.deep.equal([limited, { limit: 10_001, ...limited }]);
    });
  });

  it('runs one count per query at a time, and never uses it for a later request', async () => {
    const { records, asked, state } = countable('together');
    state.size = 1;
    const first = countMatches(records, {});
    await sleep(0);
    // The first count is already running, so it does not include records that are stored from now on.
    expect(asked).to.have.length(1);
    state.size = 2;
    const later = Array.from({ length: 5 }, () => countMatches(records, {}));
    expect(await first).to.equal(1);
    expect(await Promise.all(later)).to.deep.equal([2, 2, 2, 2, 2]);
    expect(asked).to.have.length(2);
  });

  it('rejects all requests that wait for a failed count, and counts again for the next request', async () => {
    const { records, state } = countable('failing');
    const count = mock.method(records, 'count', async () => {
      throw new Error('away');
    });
    const failed = await Promise.allSettled([countMatches(records, {}), countMatches(records, {})]);
    expect(failed.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
    count.mock.restore();
    state.size = 3;
    expect(await countMatches(records, {})).to.equal(3);
  });

  it('counts a large total again in the background before it expires', async () => {
    const { records, asked, state } = countable('refreshed');
    await withClock(async (letPass) => {
      state.size = 20_000;
      expect(await countMatches(records, {})).to.equal(20_000);
      await letPass(3_000);
      state.size = 30_000;
      asked.length = 0;
      expect(await Promise.all([countMatches(records, {}), countMatches(records, {})])).to.deep.equal([20_000, 20_000]);
      await sleep(10);
      expect(asked).to.deep.equal([limited]);
      expect(await countMatches(records, {})).to.equal(30_000);
    });
  });

  it('counts one query at a time in the background, and counts other queries at their next request', async () => {
    const { records, asked, state } = countable('in turn');
    const [one, other] = [{ status: 'one' }, { status: 'other' }];
    const askBoth = () => Promise.all([countMatches(records, one), countMatches(records, other)]);
    await withClock(async (letPass) => {
      state.size = 20_000;
      await askBoth();
      await letPass(3_000);
      state.size = 30_000;
      asked.length = 0;
      expect(await askBoth()).to.deep.equal([20_000, 20_000]);
      await sleep(10);
      expect(asked).to.have.length(1);
      expect(await askBoth()).to.deep.equal([30_000, 20_000]);
      await sleep(10);
      expect(await askBoth()).to.deep.equal([30_000, 30_000]);
    });
  });
});

describe('a total whose count takes longer than it may be cached', () => {
  /** Creates matches of which only a given number can be counted in time. */
  function slowlyCountable(name: string, { size, within }: { size: number; within: Record<number, number> }) {
    const asked: (number | undefined)[] = [];
    const records: Pick<Records<Versioned>, 'count' | 'toCacheKey'> = {
      toCacheKey: () => name,
      count: async (_filter, { limit = size, maxTimeMS = 0 } = {}) => {
        asked.push(maxTimeMS);
        if (Math.min(limit, size) > (within[maxTimeMS] ?? 0)) throw Object.assign(new Error('too slow'), { code: 50 });
        return Math.min(limit, size);
      },
    };
    return { records, asked };
  }

  it('is estimated from the partial count, and returned immediately for the next request', async () => {
    const { records, asked } = slowlyCountable('slow', { size: 1e6, within: { 5000: 50_000 } });
    const estimate = { total: 10_001, isEstimate: true };
    expect(await countOrEstimate(records, {})).to.deep.equal(estimate);
    expect(asked).to.deep.equal([5_000, 5_000]);
    expect(await countOrEstimate(records, {})).to.deep.equal(estimate);
    expect(await countMatches(records, {})).to.equal(10_001);
    expect(asked).to.have.length(2);
  });

  it('is estimated as 0 when not even the first matches were found in time', async () => {
    const { records } = slowlyCountable('sparse', { size: 5, within: {} });
    expect(await countOrEstimate(records, {})).to.deep.equal({ total: 0, isEstimate: true });
  });

  it('is counted again in the background, with more time, once the estimate is a minute old', async () => {
    const within = { 5000: 50_000, 30000: 2e6 };
    const { records, asked } = slowlyCountable('background', { size: 1e6, within });
    await withClock(async (letPass) => {
      await countOrEstimate(records, {});
      await letPass(61_000);
      expect(await countOrEstimate(records, {})).to.deep.equal({ total: 10_001, isEstimate: true });
      await sleep(10);
      expect(asked.at(-1)).to.equal(30_000);
      expect(await countMatches(records, {})).to.equal(1e6);
    });
  });
});
