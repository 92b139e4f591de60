import { Problem } from '@plotline/kit/core/errors';
import { type ListQuery, listRecords } from '@plotline/kit/store/lists/list';
import type { ListPlan } from '@plotline/kit/store/lists/list-plan';
import type { Collection } from '@plotline/kit/store/records/collection';
import type { Filter } from '@plotline/kit/store/records/records';
import { expect } from 'chai';
import { faultyFields } from '../../../support/refusal-of.js';
import { createCollections, testCaller, useTestRuntime } from '../../../support/test-runtime.js';
import { type Thing, thing, thingCollection } from '../../thing-store.js';

const size = 47;

describe('listRecords', () => {
  const runtime = useTestRuntime('list');
  let things: Collection<Thing>;
  const caller = testCaller('ws_list');
  const query: ListQuery = { page: 1, per_page: 10, sort: 'created_at', order: 'desc' };

  before(async () => {
    things = thingCollection(runtime());
    await createCollections(runtime());
    // Three records share each instant, so that ties have to be broken.
    const records = Array.from({ length: size }, (_, index) =>
      thing(String(index).padStart(3, '0'), {
        count: index % 5,
        created_at: new Date(1_700_000_000_000 + Math.floor(index / 3) * 1_000),
      }),
    );
    await things.in(caller).insert(records);
  });

  const planned = (filter: Filter): ListPlan => ({ filter, hint: 'created_at', countHint: 'created_at' });
  const list = (change: Partial<ListQuery>, filter = {}) =>
    listRecords(things.in(caller), planned(filter), { ...query, ...change });

  async function walkPages(change: Partial<ListQuery>): Promise<string[]> {
    const ids: string[] = [];
    for (let page = 1; page <= Math.ceil(size / 10); page += 1) {
      ids.push(...(await list({ ...change, page })).records.map(({ id }) => id));
    }
    return ids;
  }

  async function walkCursor(change: Partial<ListQuery>): Promise<string[]> {
    const ids: string[] = [];
    let cursor: string | null | undefined = '';
    while (typeof cursor === 'string') {
      const { records, info } = await list({ ...change, cursor });
      ids.push(...records.map(({ id }) => id));
      cursor = info.nextCursor;
    }
    return ids;
  }

  it("returns the page with an estimated total when the matches can't be counted in time", async () => {
    const tooSlow = () => Promise.reject(Object.assign(new Error('too slow'), { code: 50 }));
    const estimate = async (change: Partial<ListQuery>, filter = {}) => {
      const records = things.in(caller);
      records.count = tooSlow;
      const { records: found, info } = await listRecords(records, planned(filter), { ...query, ...change });
      return { count: found.length, ...info };
    };
    const first = { name: { $ne: 'first' } };
    const isEstimate = { totalIsEstimate: true };
    // The estimate exceeds a full page by at least one, so that there is a link to the next page. On the last page, the
    // total is exact.
    expect(await estimate({ page: 2 }, first)).to.deep.include({ count: 10, total: 21, ...isEstimate });
    expect(await estimate({ page: 5 }, first)).to.deep.include({ count: 7, total: 47, ...isEstimate });
    expect(await estimate({ page: 9 }, first)).to.deep.include({ count: 0, total: 0, ...isEstimate });
    const { nextCursor, ...walk } = await estimate({ cursor: '' }, { name: { $ne: 'walk' } });
    expect(walk).to.deep.include({ count: 10, total: 12, ...isEstimate });
    expect(nextCursor).to.be.a('string');
  });

  it('returns no derived fields, even if the order needs one', async () => {
    const { records } = await list({ sort: 'derived.lower_name' });
    expect(records).to.have.length(10);
    for (const record of records) expect(record).to.not.have.property('derived');
  });

  for (const sort of ['created_at', 'name', 'count', 'derived.lower_name']) {
    for (const order of ['asc', 'desc'] as const) {
      it(`returns every record once by ${sort}, ${order}, in the same order by page and by cursor`, async () => {
        const pages = await walkPages({ sort, order });
        expect(new Set(pages).size).to.equal(size);
        expect(await walkCursor({ sort, order })).to.deep.equal(pages);
      });
    }
  }

  it('returns every unchanged record exactly once by cursor, while others are added and removed', async () => {
    const stay = await walkPages({});
    const ids: string[] = [];
    let cursor: string | null | undefined = '';
    let step = 0;
    while (typeof cursor === 'string') {
      const { records, info } = await list({ cursor });
      ids.push(...records.map(({ id }) => id));
      cursor = info.nextCursor;
      await things
        .in(caller)
        .insert([thing(`new ${step}`, { created_at: new Date(1_700_000_000_000 + step * 3_000) })]);
      step += 1;
    }
    expect(ids.filter((id) => !id.includes('new'))).to.deep.equal(stay);
    await things.in(caller).delete({ name: { $regex: '^new' } });
  });

  it('returns the same list from branches, even if a record is in several of them', async () => {
    const filter = { count: { $in: [1, 3] } };
    const scanned = planned(filter);
    const merged = { ...scanned, branches: { filters: [{ count: 1 }, filter], hint: 'created_at' } };
    for (const order of ['asc', 'desc'] as const) {
      for (const page of [1, 2, 3]) {
        const asked = { ...query, per_page: 7, page, order };
        expect(await listRecords(things.in(caller), merged, asked)).to.deep.equal(
          await listRecords(things.in(caller), scanned, asked),
        );
      }
      let cursor: string | null | undefined = '';
      while (typeof cursor === 'string') {
        const asked: ListQuery = { ...query, per_page: 7, order, cursor };
        const listed = await listRecords(things.in(caller), merged, asked);
        expect(listed).to.deep.equal(await listRecords(things.in(caller), scanned, asked));
        cursor = listed.info.nextCursor;
      }
    }
  });

  it('counts the records that match the filter', async () => {
    const { records, info } = await list({ per_page: 3 }, { count: 4 });
    expect([records.length, info.total, info.perPage]).to.deep.equal([3, 9, 3]);
  });

  it('returns the total that the caller passes, and reads no record when it is 0', async () => {
    const known = (total: number, change: Partial<ListQuery> = {}) =>
      listRecords(things.in(caller), { ...planned({ count: 4 }), total }, { ...query, ...change });
    const some = await known(9);
    expect([some.records.length, some.info.total]).to.deep.equal([9, 9]);
    expect(await known(0)).to.deep.equal({ records: [], info: { page: 1, perPage: 10, total: 0 } });
    expect(await known(0, { cursor: '' })).to.deep.equal({
      records: [],
      info: { page: 1, perPage: 10, total: 0, nextCursor: null },
    });
    const error: unknown = await known(0, { cursor: 'x' }).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(Problem);
  });

  it('refuses a cursor from another list or order', async () => {
    const forged = [
      [{ value: { $ne: 1 } }, 'a'],
      [{ date: 'x' }, 'a'],
      ['walk', { value: 1 }, 'a'],
    ].map((parts) => Buffer.from(JSON.stringify(parts)).toString('base64url'));
    const { info } = await list({ cursor: '', order: 'asc' });
    for (const cursor of ['x', 'W10', ...forged, info.nextCursor ?? expect.fail()]) {
      expect(await faultyFields(() => list({ cursor }))).to.deep.equal(['cursor']);
    }
  });

  it('refuses a cursor whose value has the wrong type for the sort field, or that no record can have', async () => {
    const date = '{"date":"2026-03-01T09:30:00.000Z"}';
    const [text, number, none] = ['{"value":"abc"}', '{"value":7}', '{"value":null}'];
    const forged: Record<string, readonly string[]> = {
      created_at: [text, number, none, '{"value":1e300}', '{"date":"abc"}', '{"date":7}'],
      count: [date, text, none, '{"value":1e999}', '{"value":"7"}'],
      name: [date, number, none, '{"value":"a\\u0000"}', '{"value":"\\ud800"}'],
    };
    for (const [sort, values] of Object.entries(forged)) {
      const { info } = await list({ cursor: '', sort });
      const genuine = Buffer.from(info.nextCursor ?? expect.fail(), 'base64url').toString();
      const [scope, value, id] = JSON.parse(genuine);
      const cursors = values.map((other) => genuine.replace(JSON.stringify(value), other));
      cursors.push(...['\0', '\ud800'].map((end) => JSON.stringify([scope, value, id + end])));
      for (const plain of cursors) {
        const cursor = Buffer.from(plain).toString('base64url');
        expect(await faultyFields(() => list({ sort, cursor })), `${sort} ${plain}`).to.deep.equal(['cursor']);
      }
    }
  });
});
