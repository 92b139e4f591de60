import { newId } from '@plotline/kit/core/ids';
import { planByTime } from '@plotline/kit/store/lists/list-plan';
import { matchTimeRanges, type TimeRanges } from '@plotline/kit/store/lists/time-ranges';
import { expect } from 'chai';

/** Plan of a list with a number of records in the range, and of matches with the other conditions. */
async function plan(
  ranges: TimeRanges,
  {
    sort = 'created_at',
    others = {},
    inRange = 0,
    matches = 0,
  }: Partial<Record<'inRange' | 'matches', number>> & {
    readonly sort?: string;
    readonly others?: object;
  },
) {
  const filter = { ...matchTimeRanges(ranges), ...others };
  const counted: string[] = [];
  const records = {
    count: async (one: object, { hint = '', limit = Number.POSITIVE_INFINITY } = {}) => {
      counted.push(hint);
      return Math.min(Object.keys(one).length === Object.keys(filter).length ? matches : inRange, limit);
    },
    // No total is remembered for the next plan.
    toCacheKey: () => newId('thing'),
  };
  const found = await planByTime(records, filter, { ...ranges, sort });
  return { hint: found?.hint, countHint: found?.countHint, counted: counted.length };
}

const updated = { updated_after: '2026-03-01' };
const created = { created_after: '2026-03-01' };
const others = { stage: 'won' };

describe('planByTime', () => {
  it('leaves a list to its own indexes without a range, or with one of created_at in its order', async () => {
    for (const ranges of [{}, created]) {
      expect(await plan(ranges, {})).to.deep.equal({ hint: undefined, countHint: undefined, counted: 0 });
    }
  });

  it('reads a range in its own order without counting first', async () => {
    const byTime = { hint: 'updated_at', countHint: 'updated_at', counted: 0 };
    expect(await plan(updated, { sort: 'updated_at' })).to.deep.equal(byTime);
  });

  it('sorts the few records of a range, and scans the order for many', async () => {
    expect(await plan(updated, { matches: 1_000 })).to.include({ hint: 'updated_at', countHint: 'updated_at' });
    expect(await plan(updated, { matches: 1_001 })).to.include({ hint: 'created_at', countHint: 'updated_at' });
    expect(await plan(created, { sort: 'name', matches: 1_000 })).to.include({ hint: 'created_at' });
    expect(await plan(created, { sort: 'name', matches: 1_001 })).to.include({ hint: 'name' });
  });

  it('reads a narrow range whatever the other conditions, and leaves a wide one to them', async () => {
    const narrow = { others, inRange: 10_000, matches: 5 };
    expect(await plan(updated, narrow)).to.include({ hint: 'updated_at', countHint: 'updated_at' });
    expect(await plan({ ...created, ...updated }, narrow)).to.include({ hint: 'updated_at' });
    expect(await plan(updated, { others, inRange: 10_001, matches: 5 })).to.include({ hint: undefined });
  });
});
