import { isDuplicateKey } from '@plotline/kit/store/indexes';
import type { Collection } from '@plotline/kit/store/records/collection';
import { type Insertion, insertTogether } from '@plotline/kit/store/records/guarded-update';
import { runInTransaction } from '@plotline/kit/store/transactions/transaction';
import { expect } from 'chai';
import { refusalOf } from '../../../support/refusal-of.js';
import { startSeverableRuntime } from '../../../support/severable-runtime.js';
import { createCollections, testCaller } from '../../../support/test-runtime.js';
import { useFixture } from '../../../support/use-fixture.js';
import { type Thing, thing, thingCollection } from '../../thing-store.js';

const caller = testCaller('ws_insertions');

describe('insertTogether', () => {
  const fixture = useFixture(() => startSeverableRuntime('insertions'));
  let things: Collection<Thing>;
  const live = () => fixture().runtime.databases.live;

  before(async () => {
    things = thingCollection(fixture().runtime);
    await createCollections(fixture().runtime);
  });
  afterEach(() => {
    fixture().proxy.restore();
    fixture().proxy.onRequest(() => undefined);
  });

  /** Stored form of the records, and notes about them in another collection. */
  const toInsertions = (names: readonly string[]): Insertion[] => [
    things.in(caller).toInsertion(names.map((name) => thing(name))),
    { collection: 'notes', documents: names.map((name) => ({ _id: name, about: name, nothing: undefined })) },
  ];

  const insert = (insertions: readonly Insertion[]) =>
    runInTransaction(live(), Date.now() + 5_000, (session) =>
      insertTogether(live(), insertions, { session, maxTimeMS: 5_000 }),
    );

  /** Counts the calls that store records. */
  function countCalls(): () => number {
    let calls = 0;
    fixture().proxy.onRequest((bytes) => {
      if (bytes.includes('bulkWrite')) calls += 1;
    });
    return () => calls;
  }

  const readNotes = (names: readonly string[]) =>
    live()
      .collection<{ _id: string }>('notes')
      .find({ _id: { $in: [...names] } })
      .sort({ _id: 1 })
      .toArray();

  it('stores records of several collections in one call, without missing fields', async () => {
    const calls = countCalls();
    await insert(toInsertions(['a', 'b']));
    expect(calls()).to.equal(1);
    expect(await things.in(caller).find({ name: { $in: ['a', 'b'] } })).to.have.length(2);
    expect(await readNotes(['a', 'b'])).to.deep.equal([
      { _id: 'a', about: 'a' },
      { _id: 'b', about: 'b' },
    ]);
  });

  it('stores many records in a few calls, and makes no call for no records', async () => {
    const calls = countCalls();
    await insert(toInsertions(Array.from({ length: 150 }, (_, place) => `many${place}`)));
    expect(calls()).to.equal(2);
    expect(await things.in(caller).count({ name: /^many/ })).to.equal(150);
    await insert(toInsertions([]));
    expect(calls()).to.equal(2);
  });

  it('stores nothing when a unique index of any collection refuses one record', async () => {
    await insert(toInsertions(['taken']));
    const other = { collection: 'notes', documents: [{ _id: 'with the taken' }] };
    for (const [kind, taken] of toInsertions(['taken']).entries()) {
      const refused: unknown = await insert([other, taken]).catch((error: unknown) => error);
      expect(isDuplicateKey(refused), String(kind)).to.equal(true);
      expect(await readNotes(['with the taken'])).to.deep.equal([]);
    }
  });

  it('stores each record once with a retry when the connection breaks', async () => {
    let isCut = false;
    fixture().proxy.onRequest((bytes) => {
      if (isCut || !bytes.includes('bulkWrite')) return;
      isCut = true;
      fixture().proxy.sever();
    });
    await insert(toInsertions(['cut']));
    expect(isCut).to.equal(true);
    expect(await readNotes(['cut'])).to.have.length(1);
  });

  it('fails with SERVICE_UNAVAILABLE when the database remains unreachable', async () => {
    fixture().proxy.onRequest((bytes) => {
      if (bytes.includes('bulkWrite')) fixture().proxy.cutOff();
    });
    expect(await refusalOf(() => insert(toInsertions(['away'])))).to.include({ code: 'SERVICE_UNAVAILABLE' });
  });
});
