import { fromStart } from '@plotline/kit/ops/rebuilds/rebuild';
import { rebuildDerived } from '@plotline/kit/ops/rebuilds/rebuild-derived';
import type { Collection } from '@plotline/kit/store/records/collection';
import { VersionConflict } from '@plotline/kit/store/records/guarded-update';
import { expect } from 'chai';
import { createCollections, testCaller, useTestRuntime } from '../../../support/test-runtime.js';
import { type Thing, thing, thingCollection } from '../../thing-store.js';

/** Number of records, counted from the first, that change during the rebuild. */
const renamed = 30;

describe('rebuildDerived', () => {
  const runtime = useTestRuntime('derived');
  let things: Collection<Thing>;
  const names = Array.from({ length: 120 }, (_, number) => `N${number}`);

  before(async () => {
    things = thingCollection(runtime());
    await createCollections(runtime());
  });

  const stored = () => runtime().databases.live.collection<{ readonly _id: string; readonly name: string }>('things');
  const wrong = () => stored().countDocuments({ $expr: { $ne: ['$derived.lower_name', { $toLower: '$name' }] } });

  it('repairs every record, including records that change meanwhile, and keeps other derived fields', async () => {
    const records = things.in(testCaller('ws_1'));
    await records.insert(names.map((name) => thing(name)));
    await stored().updateMany({}, [
      { $set: { 'derived.lower_name': { $concat: ['wrong ', '$_id'] }, 'derived.next': 1 } },
    ]);

    let isDone = false;
    const rename = async (offset: number) => {
      for (let place = offset; !isDone; place = (place + 7) % renamed) {
        const before = await records.get(`thing_${names[place]}`);
        if (!before) throw new Error('not there');
        await records.change(before, { ...before, name: `${before.name}X` }).catch((error: unknown) => {
          if (!(error instanceof VersionConflict)) throw error;
        });
      }
    };
    const writers = [1, 10, 20].map(rename);
    const { checked, corrected } = await rebuildDerived(things, 'live', fromStart, { maxBatch: 50 }).finally(() => {
      isDone = true;
    });
    await Promise.all(writers);

    expect(checked).to.equal(names.length);
    expect(corrected).to.be.greaterThan(names.length / 2);
    expect(await wrong()).to.equal(0);
    expect(await stored().countDocuments({ 'derived.next': 1 })).to.equal(names.length);
    expect(await rebuildDerived(things, 'live')).to.deep.equal({ checked: names.length, corrected: 0 });
  });
});
