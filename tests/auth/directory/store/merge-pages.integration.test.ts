import { mergePages, type PageSource } from '@plotline/auth/directory/store/merge-pages';
import type { Bounds } from '@plotline/kit/store/lists/list';
import type { Filter } from '@plotline/kit/store/records/records';
import { expect } from 'chai';
import { useTestRuntime } from '../../../support/test-runtime.js';

interface Entry {
  readonly _id: string;
  readonly at: Date;
}

const order = { field: 'at', toPosition: ({ at, _id }: Entry) => [at, _id] as const };

describe('mergePages', () => {
  const runtime = useTestRuntime('auth');
  /** Entries from both sources, newest first. */
  let entries: Entry[];
  let maxAtOnce: number;
  let finds: number;

  const sourceOf = (name: string): PageSource<Entry> => ({
    find: async (after: Filter, bounds: Bounds) => {
      const options = { sort: { at: -1, _id: -1 }, ...bounds } as const;
      const found = await runtime()
        .databases.live.collection<Entry>(name)
        .find({ ...after }, options)
        .toArray();
      finds += 1;
      maxAtOnce = Math.max(maxAtOnce, found.length);
      return found;
    },
    count: () => runtime().databases.live.collection<Entry>(name).countDocuments(),
  });

  const read = async (page: number, perPage = 10) => {
    [maxAtOnce, finds] = [0, 0];
    return mergePages([sourceOf('many'), sourceOf('few')], { page, per_page: perPage }, ['test'], order);
  };

  before(async () => {
    // Some times repeat, within a source and across both. Some runs of thousands of entries come from one source only.
    const toEntries = (name: string, count: number, toSecond: (place: number) => number): Entry[] =>
      Array.from({ length: count }, (_, place) => ({
        _id: `${name}_${String((place * 7_919) % count).padStart(5, '0')}`,
        at: new Date(toSecond(place) * 1_000),
      }));
    const sources = {
      many: toEntries('many', 5_000, (place) => Math.floor(place / 3)),
      few: toEntries('few', 700, (place) => 1_200 + Math.floor(place / 2)),
    };
    for (const [name, of] of Object.entries(sources)) {
      const collection = runtime().databases.live.collection<Entry>(name);
      await collection.createIndex({ at: -1, _id: -1 });
      await collection.insertMany(of);
    }
    entries = [...sources.many, ...sources.few].sort(
      (one, other) => other.at.getTime() - one.at.getTime() || (one._id < other._id ? 1 : -1),
    );
  });

  it('returns correct pages of the merged sources, at the start and deep in the list', async () => {
    for (const page of [1, 2, 51, 52, 53, 88, 119, 176, 200, 321, 569, 570]) {
      const { records, info } = await read(page);
      const expected = entries.slice((page - 1) * 10, page * 10);
      expect(records, `page ${page}`).to.deep.equal(expected);
      expect(info).to.deep.equal({ page, perPage: 10, total: entries.length });
    }
  });

  it('loads at most a few hundred records for a page at any position', async () => {
    for (const page of [40, 200, 500, 570]) {
      await read(page);
      expect(maxAtOnce, `page ${page}`).to.be.at.most(510);
      expect(finds, `page ${page}`).to.be.at.most(20);
    }
  });

  it('reads no records for a page after the last one', async () => {
    for (const page of [571, 10_000, 2 ** 31 - 1]) {
      expect((await read(page)).records).to.deep.equal([]);
      expect(finds).to.equal(0);
    }
  });
});
