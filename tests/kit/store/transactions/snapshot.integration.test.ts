import type { Collection } from '@plotline/kit/store/records/collection';
import { readAtSnapshot } from '@plotline/kit/store/transactions/transaction';
import { expect } from 'chai';
import { refusalOf } from '../../../support/refusal-of.js';
import { createCollections, testCaller, useTestRuntime } from '../../../support/test-runtime.js';
import { type Thing, thing, thingCollection } from '../../thing-store.js';

describe('readAtSnapshot', () => {
  const [one, other] = [useTestRuntime('snapshot'), useTestRuntime('snapshot_other')];
  let things: Collection<Thing>;
  const caller = testCaller('ws_snapshot');

  before(async () => {
    things = thingCollection(one());
    await createCollections(one());
    await things.in(caller).insert([thing('a'), thing('b')]);
  });

  const read = (snapshot: string) =>
    readAtSnapshot(one().databases.live, snapshot, async (session) => ({
      count: await things.in(caller).count({}, { session }),
      names: (await things.in(caller).find({}, { session, sort: { _id: 1 } })).map(({ name }) => name),
      a: await things.in(caller).get('thing_a', session),
    }));

  it('reads the given snapshot in every kind of read', async () => {
    const { result, snapshot } = await read('');
    await things.in(caller).insert([thing('c')]);
    await things.in(caller).update({ _id: 'thing_a' }, { $set: { count: 7 } });
    expect(await read(snapshot)).to.deep.equal({ result, snapshot });
    expect(result.names).to.deep.equal(['a', 'b']);
    expect(result.count).to.equal(2);
    expect((await read('')).result).to.deep.include({ count: 3, names: ['a', 'b', 'c'] });
  });

  it('reads the given snapshot in another process, in many simultaneous reads', async () => {
    const { snapshot } = await read('');
    await things.in(caller).insert([thing('d')]);
    const elsewhere = other().databases.live.useDb(one().databases.live.name);
    const counts = await Promise.all(
      Array.from({ length: 10 }, () =>
        readAtSnapshot(elsewhere, snapshot, (session) =>
          elsewhere.collection('things').countDocuments({}, { session, readConcern: { level: 'snapshot' } }),
        ),
      ),
    );
    expect(new Set(counts.map(({ result }) => result))).to.deep.equal(new Set([3]));
  });

  it('refuses an expired snapshot and an invalid snapshot name', async () => {
    expect((await refusalOf(() => read('1.1'))).code).to.equal('PRECONDITION_FAILED');
    for (const snapshot of ['now', '1.99999999999', '-1.1', '9999999999.1']) {
      expect((await refusalOf(() => read(snapshot))).details).to.deep.include({
        field: 'snapshot',
        message: 'must be empty or the snapshot of the previous page',
      });
    }
  });
});
