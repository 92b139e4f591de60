import { cursorScope, cutPage, matchAfter } from '@plotline/kit/store/lists/cursor';
import { ByteBound, walkOrder, walkRecords } from '@plotline/kit/store/lists/list';
import type { ListPlan } from '@plotline/kit/store/lists/list-plan';
import type { Collection } from '@plotline/kit/store/records/collection';
import { readAtSnapshot } from '@plotline/kit/store/transactions/transaction';
import { expect } from 'chai';
import { createCollections, testCaller, useTestRuntime } from '../../../support/test-runtime.js';
import { type Thing, thing, thingCollection } from '../../thing-store.js';

const count = 150;
const recordBytes = 20_000;

describe('walkRecords', () => {
  const runtime = useTestRuntime('walk');
  let things: Collection<Thing>;
  const caller = testCaller('ws_walk');
  const scope = cursorScope('things');
  const all: ListPlan = { filter: {}, hint: 'created_at', countHint: 'created_at' };
  const names = Array.from({ length: count }, (_, index) => String(index).padStart(3, '0'));

  before(async () => {
    things = thingCollection(runtime());
    await createCollections(runtime());
    // Two records share each instant, so that ties have to be broken.
    const records = names.map((name, index) =>
      thing(name, {
        count: index % 3,
        notes: ['x'.repeat(recordBytes)],
        created_at: new Date(1_700_000_000_000 + Math.floor(index / 2) * 1_000),
      }),
    );
    await things.in(caller).insert(records);
  });

  async function readPage(plan: ListPlan, after: string, snapshot: string, maxBytes: number) {
    const byteBound = new ByteBound(maxBytes);
    const page = { after: matchAfter(scope, after, { ...walkOrder, kind: 'date' }), limit: count, byteBound };
    const read = await readAtSnapshot(runtime().databases.live, snapshot, (session) =>
      walkRecords(things.in(caller), plan, { ...page, isCounted: after === '', session }),
    );
    return { ...read.result, isExceeded: byteBound.isExceeded, snapshot: read.snapshot };
  }

  /** Returns the names on each page of a pass over the records. */
  async function walk(plan: ListPlan, maxBytes: number): Promise<string[][]> {
    const pages: string[][] = [];
    for (let after: string | null = '', snapshot = ''; after !== null; ) {
      const read = await readPage(plan, after, snapshot, maxBytes);
      const shown = read.isExceeded ? read.records.length - 1 : read.records.length;
      pages.push(read.records.slice(0, shown).map(({ name }) => name));
      ({ nextCursor: after } = cutPage(read.records, shown, scope, (last) => [last.created_at, last.id]));
      ({ snapshot } = read);
    }
    return pages;
  }

  it('reads at most the bytes of a page plus one more record', async () => {
    const { records, total, isExceeded } = await readPage(all, '', '', 10 * recordBytes);
    expect({ total, isExceeded }).to.deep.equal({ total: count, isExceeded: true });
    expect(records.map(({ name }) => name)).to.deep.equal(names.slice(0, 10));
  });

  it('reads up to the record limit when the byte limit is not reached', async () => {
    const { records, isExceeded } = await readPage(all, '', '', count * recordBytes * 2);
    expect(isExceeded).to.equal(false);
    expect(records.map(({ name }) => name)).to.deep.equal(names);
  });

  it('returns every record once, in order, on pages limited by bytes, even from merged branches', async () => {
    const filters = [{ count: 0 }, { count: { $in: [1, 2] } }, { count: { $in: [0, 1] } }];
    for (const plan of [all, { ...all, branches: { filters, hint: 'created_at' } }]) {
      const pages = await walk(plan, 40 * recordBytes);
      expect(pages.map(({ length }) => length)).to.deep.equal([39, 39, 39, 33]);
      expect(pages.flat()).to.deep.equal(names);
    }
  });

  it('returns a record on its own page if it is larger than the page limit', async () => {
    const { records } = await readPage(all, '', '', 1);
    expect(records.map(({ name }) => name)).to.deep.equal(names.slice(0, 2));
    expect(await walk({ ...all, filter: { name: { $lt: '004' } } }, 1)).to.deep.equal(
      names.slice(0, 4).map((name) => [name]),
    );
  });
});
