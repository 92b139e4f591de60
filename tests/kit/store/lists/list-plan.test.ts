import { newId } from '@plotline/kit/core/ids';
import { type AccessPaths, matchAny, matchTimeRanges, timeRanges } from '@plotline/kit/store/lists/access-path';
import { type PlannedQuery, planList } from '@plotline/kit/store/lists/list-plan';
import type { Filter } from '@plotline/kit/store/records/records';
import { expect } from 'chai';

const access: AccessPaths = {
  ranges: [timeRanges, ['due_at']],
  paths: [
    { index: 'external_id', fields: ['external_id'], branches: 0, sorts: 'all' },
    { index: 'tag', fields: ['tag'], branches: 2, sorts: 'few', isMultikey: true },
    {
      index: 'agent_updated',
      fields: ['agent'],
      order: 'updated_at',
      precedesRanges: true,
      counts: [{ index: 'agent' }],
    },
    { index: 'agent_stage', fields: ['agent', 'stage'] },
    { index: 'stage', fields: ['stage'], branches: 2, sorts: 'few' },
    { index: 'score', range: 'score', order: 'score', sorts: 'few' },
    { index: 'created_at' },
    { index: 'updated_at', order: 'updated_at' },
    { index: 'name', order: 'name', counts: [{ index: 'price', range: 'price' }, { index: 'created_at' }] },
    { index: 'due_at', order: 'due_at' },
  ],
};

/** Returns the plan of a list, the indexes that its counts used, and the limits of these counts. */
async function plan(
  query: Pick<PlannedQuery, 'filter'> & Partial<PlannedQuery>,
  matches: Readonly<Record<string, number>> = {},
  paths = access,
) {
  const counted: string[] = [];
  const records = {
    count: async (filter: Filter, { hint = '', limit = Number.POSITIVE_INFINITY } = {}) => {
      counted.push(hint);
      const isRange = Object.keys(filter).join() === hint && Object.keys(query.filter).length > 1;
      return Math.min(matches[isRange ? `range ${hint}` : hint] ?? 0, limit);
    },
    // The next plan must not use a cached total.
    toCacheKey: () => newId('thing'),
  };
  const { filter: _filter, ...planned } = await planList(records, paths, { sort: 'created_at', ...query });
  return { ...planned, counted };
}

const updated = matchTimeRanges({ updated_after: '2026-03-01' });
const created = matchTimeRanges({ created_after: '2026-03-01' });

describe('planList', () => {
  it('uses the first path that has the order and whose fields the filter binds, without counting', async () => {
    for (const [filter, sort, index] of [
      [{}, 'created_at', 'created_at'],
      [{}, 'name', 'name'],
      [{ stage: 'won' }, 'created_at', 'stage'],
      [{ stage: 'won', agent: 'a' }, 'created_at', 'agent_stage'],
      [{ stage: 'won', tag: 'hot' }, 'created_at', 'tag'],
      [{ agent: 'a' }, 'created_at', 'created_at'],
      [{ stage: { $ne: 'won' } }, 'created_at', 'created_at'],
      [{ stage: /won/ }, 'created_at', 'created_at'],
      [{ stage: null }, 'created_at', 'stage'],
      [{ score: { $gte: 5 } }, 'score', 'score'],
    ] as const) {
      const { hint, counted } = await plan({ filter, sort });
      expect([hint, counted], JSON.stringify([filter, sort])).to.deep.equal([index, []]);
    }
  });

  it('refuses an order that no index provides', async () => {
    const error: unknown = await plan({ filter: {}, sort: 'price' }).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(Error).with.property('message', 'No index serves the order by price.');
  });

  it('reads several values as branches, up to the number that the path can merge', async () => {
    const filter = { stage: { $in: ['won', 'lost'] }, agent: 'a' };
    expect(await plan({ filter })).to.deep.equal({
      hint: 'created_at',
      countHint: 'stage',
      branches: { filters: ['won', 'lost'].map((stage) => ({ stage, agent: 'a' })), hint: 'stage' },
      counted: [],
    });
    const many = { stage: { $in: ['won', 'lost', 'new'] } };
    expect(await plan({ filter: many }, { stage: 1_001 })).to.deep.equal({
      ...{ hint: 'created_at', countHint: 'stage', total: 1_001, counted: ['stage'] },
    });
    expect(matchAny(['won'])).to.equal('won');
    expect((await plan({ filter: { stage: { $in: ['won'] } } })).hint).to.equal('stage');
  });

  it('reads and counts nothing for an empty set of values', async () => {
    const nothing = { hint: 'stage', countHint: 'stage', total: 0, counted: [] };
    for (const sort of ['created_at', 'name']) {
      expect(await plan({ filter: { stage: { $in: [] } }, sort })).to.deep.equal(nothing);
    }
  });

  it('sorts few matches, and scans the order for many, with one count, unless the path sorts all matches', async () => {
    for (const [filter, sort] of [
      [{ stage: 'won' }, 'name'],
      [{ tag: 'hot', ...created }, 'created_at'],
      [{ score: { $gte: 5 } }, 'created_at'],
    ] as const) {
      const [index = ''] = Object.keys(filter);
      const result = { countHint: index, counted: [index] };
      const wide = { 'range created_at': 10_001 };
      expect(await plan({ filter, sort }, { ...wide, [index]: 1_000 })).to.deep.include({ ...result, hint: index });
      expect(await plan({ filter, sort }, { ...wide, [index]: 1_001 })).to.deep.include({ ...result, hint: sort });
    }
    for (const sort of ['created_at', 'name']) {
      const { hint, counted } = await plan({ filter: { external_id: { $in: ['a', 'b'] } }, sort });
      expect([hint, counted]).to.deep.equal(['external_id', []]);
    }
  });

  it('counts by the first count path that fits, or otherwise by the index that finds the matches', async () => {
    for (const [filter, sort, countHint] of [
      [{}, 'name', 'created_at'],
      [{ price: { $lte: 5 } }, 'name', 'price'],
      [{ price: 5 }, 'name', 'created_at'],
      [{ agent: 'a' }, 'updated_at', 'agent'],
      [{ stage: 'won' }, 'created_at', 'stage'],
    ] as const) {
      expect((await plan({ filter, sort })).countHint, JSON.stringify([filter, sort])).to.equal(countHint);
    }
  });

  it('uses a known total instead of a count, and returns it when the plan needs no total', async () => {
    const knownTotal = async () => 1_001;
    const sorted = await plan({ filter: { stage: 'won' }, sort: 'name', knownTotal });
    expect(sorted).to.deep.equal({ hint: 'name', countHint: 'stage', total: 1_001, counted: [] });
    expect(await plan({ filter: { stage: 'won' }, knownTotal })).to.include({ hint: 'stage', knownTotal });
  });

  it('uses the path with the fewest matches if paths are compared', async () => {
    const compared: AccessPaths = {
      compareUpTo: 1_000,
      paths: [
        { index: 'status', fields: ['owner', 'status'], branches: 9 },
        { index: 'event', fields: ['owner', 'event'], branches: 9 },
        { index: 'created_at', fields: ['owner'] },
      ],
    };
    const both = { owner: 'o', status: 'failed', event: { $in: ['a', 'b'] } };
    const few = await plan({ filter: both }, { status: 1_000, event: 999 }, compared);
    expect(few).to.deep.include({ hint: 'created_at', countHint: 'event', counted: ['status', 'event'] });
    expect(few.branches?.filters).to.have.length(2);
    expect((await plan({ filter: both }, { status: 2_000, event: 1_500 }, compared)).hint).to.equal('status');
    const { hint, counted } = await plan({ filter: { owner: 'o', event: 'a' } }, {}, compared);
    expect([hint, counted]).to.deep.equal(['event', []]);
  });
});

describe('planList with a range', () => {
  it('uses a path without counting when both the range and the order are on created_at', async () => {
    const { hint, countHint, counted } = await plan({ filter: created });
    expect([hint, countHint, counted]).to.deep.equal(['created_at', 'created_at', []]);
  });

  it('reads a range in its own order without counting first', async () => {
    const byTime = { hint: 'updated_at', countHint: 'updated_at', counted: [] };
    expect(await plan({ filter: updated, sort: 'updated_at' })).to.deep.equal(byTime);
  });

  it('sorts the few records of a range, and scans the order for many', async () => {
    const few = { updated_at: 1_000, created_at: 1_000 };
    const many = { updated_at: 1_001, created_at: 1_001 };
    expect(await plan({ filter: updated }, few)).to.include({ hint: 'updated_at', countHint: 'updated_at' });
    expect(await plan({ filter: updated }, many)).to.include({ hint: 'created_at', countHint: 'updated_at' });
    expect(await plan({ filter: created, sort: 'name' }, few)).to.include({ hint: 'created_at' });
    expect(await plan({ filter: created, sort: 'name' }, many)).to.include({ hint: 'name' });
  });

  it('prefers the index of a narrow range to other conditions, and other conditions to a wide range', async () => {
    const others = { stage: 'won' };
    const narrow = { 'range updated_at': 10_000, updated_at: 5 };
    const wide = { 'range updated_at': 10_001, updated_at: 5 };
    const byTime = { hint: 'updated_at', countHint: 'updated_at' };
    expect(await plan({ filter: { ...updated, ...others } }, narrow)).to.include(byTime);
    expect(await plan({ filter: { ...created, ...updated, ...others } }, narrow)).to.include(byTime);
    expect(await plan({ filter: { ...updated, ...others } }, wide)).to.include({ hint: 'stage' });
  });

  it('tries the ranges of the next group when the first one is wide', async () => {
    const filter = { ...updated, due_at: { $lte: new Date() }, stage: 'won' };
    const matches = { 'range updated_at': 10_001, 'range due_at': 10_000, due_at: 5 };
    expect(await plan({ filter }, matches)).to.include({ hint: 'due_at', countHint: 'due_at' });
  });

  it('prefers a path that is marked as preceding ranges to the index of the range', async () => {
    const { hint, counted } = await plan({ filter: { ...updated, agent: 'a' }, sort: 'updated_at' });
    expect([hint, counted]).to.deep.equal(['agent_updated', []]);
  });
});

describe('planList with a search text', () => {
  const text = (limit: number) => ({
    index: 'text',
    matches: { text: /abc/ },
    keys: { keys: 'abc' },
    limitMatchedOneByOne: async () => limit,
  });

  it('reads by the text index', async () => {
    const searched = await plan({ filter: {}, text: text(5) }, { text: 3 });
    expect(searched).to.deep.equal({ hint: 'text', countHint: 'text', total: 3, counted: ['text'] });
    expect((await plan({ filter: {}, text: text(5) }, { text: 1_001 })).hint).to.equal('created_at');
  });

  it('matches the text record by record when a path finds few records', async () => {
    const won = { filter: { stage: 'won' } };
    expect((await plan({ ...won, text: text(5) }, { stage: 5 })).hint).to.equal('stage');
    expect((await plan({ ...won, text: text(5) }, { stage: 6 })).hint).to.equal('text');
    const { hint, counted } = await plan({ ...won, text: text(0) });
    expect([hint, counted]).to.deep.equal(['text', ['text']]);
  });
});
