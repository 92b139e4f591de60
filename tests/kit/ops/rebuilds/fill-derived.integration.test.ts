import { type FilledCollection, fillDerived } from '@plotline/kit/ops/rebuilds/rebuild-derived';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import { expect } from 'chai';
import { createCollections, testCaller, useTestRuntime } from '../../../support/test-runtime.js';
import { type Thing, thing, thingCollection } from '../../thing-store.js';

const filled: FilledCollection<Thing> = {
  name: 'things',
  schema: createRecordSchema({ name: String, count: Number, notes: [String], created_at: Date, updated_at: Date }),
  derive: ({ name }) => ({ upper_name: name.toUpperCase() }),
};

describe('fillDerived', () => {
  const runtime = useTestRuntime('fill');
  const stored = () => runtime().databases.live.collection<{ readonly _id: string }>('things');

  it('stores the new derived fields of all records in all workspaces, and keeps other fields and the versions', async () => {
    const things = thingCollection(runtime());
    await createCollections(runtime());
    const names = Array.from({ length: 1_100 }, (_, number) => `n${number}`);
    await things.in(testCaller('ws_1')).insert(names.map((name) => thing(name)));
    await things.in(testCaller('ws_2')).insert([thing('other')]);
    const { live: database } = runtime().databases;
    const context = { mode: 'live', database, log: runtime().log } as const;
    await fillDerived(context, filled);
    const isFilled = {
      $expr: { $eq: ['$derived.upper_name', { $toUpper: '$name' }] },
      'derived.lower_name': { $exists: true },
      version: 1,
    };
    expect(await stored().countDocuments(isFilled)).to.equal(1_101);

    await stored().updateOne({ _id: 'thing_n7' }, { $unset: { 'derived.upper_name': true } });
    await fillDerived(context, filled);
    expect(await stored().countDocuments(isFilled)).to.equal(1_101);
  });
});
