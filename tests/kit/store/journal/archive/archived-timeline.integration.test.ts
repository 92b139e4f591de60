import { unavailable } from '@plotline/kit/core/errors';
import type { Entry, TimelineEntry } from '@plotline/kit/store/journal/entry';
import { expect } from 'chai';
import { refusalOf } from '../../../../support/refusal-of.js';
import { testCaller } from '../../../../support/test-runtime.js';
import { useArchive } from './archive-fixture.js';

const caller = () => testCaller();

describe('a timeline with archived entries', () => {
  const archived = useArchive();
  const journal = () => archived().runtime.journal;

  const readAll = async (subject: string, options: object = {}): Promise<readonly TimelineEntry[]> =>
    (await journal().readTimeline(caller(), subject, { skip: 0, limit: 1_000, ...options })).entries;

  /** Reads a timeline page by page with cursors. Expects the same total on each page. */
  async function readByCursor(subject: string, limit: number, order: 'asc' | 'desc', types?: readonly string[]) {
    const pages: TimelineEntry[][] = [];
    const totals = new Set<number>();
    for (let cursor: string | null = ''; cursor !== null; ) {
      const options = { skip: 0, limit, order, cursor, ...(types && { types }) };
      const page: Awaited<ReturnType<ReturnType<typeof journal>['readTimeline']>> = await journal().readTimeline(
        caller(),
        subject,
        options,
      );
      pages.push([...page.entries]);
      totals.add(page.total);
      cursor = page.nextCursor ?? null;
    }
    return { entries: pages.flat(), pages: pages.length, totals: [...totals] };
  }

  it('is the same as before, in each order, page by page, and by type', async () => {
    const { add, archive, count } = archived();
    const values: Partial<Entry> = {
      changes: { name: { from: null, to: 'Ann' }, price: { from: 1.5, to: { amount: 2, at: new Date(5) } } },
      attributes: { note: 'ü ✓', list: [1, 'two', null] },
    };
    for (let age = 200; age > 0; age -= 8)
      await add('thing_whole', age, { ...values, type: age % 3 ? 'note' : 'call' });
    const before = await readAll('thing_whole');
    expect(before).to.have.length(25);
    await archive();
    expect(await count('journal', { subject: 'thing_whole' }), 'left in the journal').to.equal(1);
    expect(await readAll('thing_whole')).to.deep.equal(before);
    expect(await readAll('thing_whole', { order: 'asc' })).to.deep.equal(before.toReversed());
    const calls = before.filter(({ type }) => type === 'call');
    for (const limit of [1, 2, 3, 7, 24, 25, 26]) {
      for (const order of ['asc', 'desc'] as const) {
        const expected = order === 'asc' ? before.toReversed() : before;
        const { entries, totals, pages } = await readByCursor('thing_whole', limit, order);
        expect(entries, `${order} by ${limit}`).to.deep.equal(expected);
        expect([pages, totals]).to.deep.equal([Math.ceil(25 / limit), [25]]);
        const page = await journal().readTimeline(caller(), 'thing_whole', { skip: 3, limit, order });
        expect([page.entries, page.total]).to.deep.equal([expected.slice(3, 3 + limit), 25]);
      }
      const ofType = await readByCursor('thing_whole', limit, 'desc', ['call']);
      expect([ofType.entries, ofType.totals]).to.deep.equal([calls, [calls.length]]);
    }
  });

  it('refuses a cursor of a different timeline', async () => {
    const { add, archive } = archived();
    for (const subject of ['thing_one', 'thing_other']) {
      for (const age of [90, 80, 70]) await add(subject, age);
    }
    await archive();
    const options = { skip: 0, limit: 1, cursor: '' };
    const { nextCursor } = await journal().readTimeline(caller(), 'thing_one', options);
    const foreign = journal().readTimeline(caller(), 'thing_other', { ...options, cursor: nextCursor ?? '' });
    expect(await refusalOf(() => foreign)).to.include({ code: 'VALIDATION_ERROR' });
  });

  it('has the entries of both after a merge, in order', async () => {
    const { add, archive, runtime } = archived();
    for (const age of [100, 80, 60, 10]) await add('thing_survivor', age);
    for (const age of [90, 70, 50, 5]) await add('thing_merged', age);
    await archive();
    await runtime.journal.commit({ caller: caller() }, async (session) => {
      await journal().move(caller(), 'thing_merged', 'thing_survivor', session);
      return { entries: [] };
    });
    const entries = await readAll('thing_survivor');
    expect(entries.map(({ description }) => description)).to.deep.equal(
      [5, 10, 50, 60, 70, 80, 90, 100].map((age) => `Of ${age} days ago.`),
    );
    expect(new Set(entries.map(({ subject }) => subject))).to.deep.equal(new Set(['thing_survivor']));
    expect(await journal().findSubjects(caller(), ['thing_merged', 'thing_survivor'])).to.deep.equal([
      'thing_survivor',
    ]);
    expect((await readByCursor('thing_survivor', 3, 'asc')).entries).to.deep.equal(entries.toReversed());
  });

  it('is complete while its entries are being archived', async () => {
    const { add, archive } = archived();
    for (let age = 100; age > 0; age -= 2) await add('thing_moving', age);
    let isDone = false;
    const archiving = archive().finally(() => {
      isDone = true;
    });
    let reads = 0;
    for (; !isDone || reads < 5; reads += 1) {
      const { entries, total } = await journal().readTimeline(caller(), 'thing_moving', { skip: 0, limit: 100 });
      expect([new Set(entries.map(({ _id }) => _id)).size, total]).to.deep.equal([50, 50]);
    }
    await archiving;
  });

  it('shows the newest entries without the bucket, and the rest when it answers again', async () => {
    const { add, archive, interfere } = archived();
    for (const age of [90, 80, 70, 3, 2, 1]) await add('thing_away', age);
    await archive();
    interfere({
      read: () => {
        throw unavailable('The file store did not answer.');
      },
    });
    const newest = await journal().readTimeline(caller(), 'thing_away', { skip: 0, limit: 3 });
    expect([newest.entries.length, newest.total]).to.deep.equal([3, 6]);
    expect(await refusalOf(() => readAll('thing_away'))).to.include({ code: 'SERVICE_UNAVAILABLE' });
    interfere({});
    expect(await readAll('thing_away')).to.have.length(6);
  });

  it('shows the rest when an object is lost or damaged', async () => {
    const { add, archive, bucket, listKeys } = archived();
    const known = new Set(await listKeys());
    for (const age of [90, 80, 2, 1]) await add('thing_lost', age);
    await archive();
    const [key = ''] = (await listKeys()).filter((one) => !known.has(one));
    await bucket.put(
      key,
      (async function* () {
        yield Buffer.alloc(4_096);
      })(),
    );
    expect(await readAll('thing_lost')).to.have.length(2);
    await bucket.remove(key);
    expect(await readAll('thing_lost')).to.have.length(2);
  });
});
