import { isDuplicateKey } from '@plotline/kit/store/indexes';
import type { Collection } from '@plotline/kit/store/records/collection';
import { VersionConflict } from '@plotline/kit/store/records/guarded-update';
import { expect } from 'chai';
import { storeUnknownFields } from '../../../support/next-version.js';
import { createCollections, testCaller, useTestRuntime } from '../../../support/test-runtime.js';
import { type Thing, thing, thingCollection } from '../../thing-store.js';

async function rejection(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('Collection', () => {
  const runtime = useTestRuntime('collection');
  let things: Collection<Thing>;
  const here = testCaller('ws_here');
  const there = testCaller('ws_there');
  const sandbox = testCaller('ws_here', 'sandbox');

  before(async () => {
    things = thingCollection(runtime());
    await createCollections(runtime());
    await createCollections(runtime());
    await things.in(here).insert([thing('a'), thing('b', { count: 2 })]);
  });

  it('returns records as they were stored, without derived fields', async () => {
    const stored = thing('c', { count: 3, notes: ['x'] });
    await things.in(here).insert([stored]);
    expect(await things.in(here).get('thing_c')).to.deep.equal(stored);
    expect(await things.in(here).find({ 'derived.lower_name': 'c' })).to.deep.equal([stored]);
    await things.in(here).delete({ _id: 'thing_c' });
  });

  it('hides every record from other workspaces and from the other mode', async () => {
    for (const elsewhere of [there, sandbox]) {
      const records = things.in(elsewhere);
      expect(await records.get('thing_a')).to.equal(null);
      expect(await records.find({})).to.deep.equal([]);
      expect(await records.find({ workspace_id: 'ws_here' })).to.deep.equal([]);
      expect(await records.find({ $or: [{ workspace_id: 'ws_here' }, { _id: 'thing_a' }] })).to.deep.equal([]);
      expect(await records.count({})).to.equal(0);
      expect(await records.aggregate([{ $match: { workspace_id: 'ws_here' } }])).to.deep.equal([]);
      const queries = [{ filter: { workspace_id: 'ws_here' }, hint: 'created_at' }];
      expect(await records.findEach(queries, {})).to.deep.equal([]);
    }
  });

  it('gives simultaneous readers separate objects of the same records', async () => {
    const ask = (caller: typeof here, id: string) => things.in(caller).get(id);
    const [a, again, b, absent, foreign, inSandbox] = await Promise.all([
      ask(here, 'thing_a'),
      ask(here, 'thing_a'),
      ask(here, 'thing_b'),
      ask(here, 'thing_absent'),
      ask(there, 'thing_a'),
      ask(sandbox, 'thing_b'),
    ]);
    expect([a?.id, b?.id]).to.deep.equal(['thing_a', 'thing_b']);
    expect(a).to.deep.equal(await ask(here, 'thing_a'));
    expect(again).to.deep.equal(a);
    expect(again).not.to.equal(a);
    expect([absent, foreign, inSandbox]).to.deep.equal([null, null, null]);
  });

  it('changes and deletes no record in another workspace or mode', async () => {
    for (const elsewhere of [there, sandbox]) {
      const records = things.in(elsewhere);
      expect(await rejection(records.change(thing('a'), thing('a', { count: 9 })))).to.be.instanceOf(VersionConflict);
      expect(await records.update({ _id: 'thing_a' }, { $set: { count: 9 } })).to.equal(false);
      expect(await records.updateMany({}, { $set: { count: 9 } })).to.equal(0);
      expect(await records.findAndUpdate({ _id: 'thing_a' }, { $set: { count: 9 } })).to.equal(null);
      expect(await records.delete({})).to.equal(0);
    }
    expect((await things.in(here).get('thing_a'))?.count).to.equal(0);
  });

  it('inserts into its own workspace even when a record has the id of a record in another workspace', async () => {
    await things.in(there).insert([{ ...thing('mine'), ...{ workspace_id: 'ws_here' } }]);
    expect(await things.in(here).get('thing_mine')).to.equal(null);
    expect(await things.in(there).get('thing_mine')).to.not.equal(null);
  });

  it('changes a record only in the version that was read, and increments the version', async () => {
    const records = things.in(here);
    const read = await records.get('thing_b');
    if (!read) throw new Error('not there');
    const stored = await records.change(read, { ...read, count: 5 });
    expect(stored).to.include({ count: 5, version: read.version + 1 });
    expect(await rejection(records.change(read, { ...read, count: 6 }))).to.be.instanceOf(VersionConflict);
    expect(await records.get('thing_b')).to.deep.equal(stored);
  });

  it('keeps fields that another release of the service has stored', async () => {
    const records = things.in(here);
    await records.insert([thing('shared', { notes: ['x'] })]);
    const stored = await storeUnknownFields(runtime(), 'things', 'thing_shared');
    const read = await records.get('thing_shared');
    if (!read) throw new Error('not there');
    const { id, version, name, notes, created_at } = read;
    await records.change(read, { ...read, count: 5 });
    await records.change({ ...read, version: version + 1 }, { id, version, name, notes, created_at, count: 6 });
    expect(await records.get('thing_shared')).to.include({ count: 6, version: version + 2 });
    await stored.expectKept();
  });

  it('writes only the fields that a decision changed', async () => {
    const records = things.in(here);
    await records.insert([thing('partly', { count: 1 })]);
    const read = await records.get('thing_partly');
    if (!read) throw new Error('not there');
    await records.update({ _id: 'thing_partly' }, { $set: { notes: ['meanwhile, without a version'] } });
    await records.change(read, { ...read, name: 'Renamed' });
    expect(await records.find({ 'derived.lower_name': 'renamed' })).to.have.length(1);
    expect(await records.get('thing_partly')).to.deep.include({
      name: 'Renamed',
      notes: ['meanwhile, without a version'],
    });
  });

  it('refuses duplicates in a unique index only within a workspace', async () => {
    const again = thing('A', { id: 'thing_again' });
    const error: unknown = await things
      .in(here)
      .insert([again])
      .catch((reason: unknown) => reason);
    expect(isDuplicateKey(error)).to.equal(true);
    await things.in(there).insert([again]);
  });

  it('stores many records except those that a unique index refuses', async () => {
    const records = things.in(here);
    const stored = thing('e', { count: 4 });
    await records.insertMissing([thing('d'), thing('A', { id: 'thing_double' }), thing('d'), stored]);
    await records.insertMissing([]);
    expect(
      (await records.find({ 'derived.lower_name': { $in: ['a', 'd', 'e'] } }, { sort: { _id: 1 } })).map(
        ({ id }) => id,
      ),
    ).to.deep.equal(['thing_a', 'thing_d', 'thing_e']);
    expect(await records.get('thing_e')).to.deep.equal(stored);
    expect(await things.in(there).get('thing_e')).to.equal(null);
    await records.delete({ _id: { $in: ['thing_d', 'thing_e'] } });
  });

  it('refuses fields that the schema does not know', async () => {
    const stray = { ...thing('stray'), ...{ colour: 'red' } };
    const error: unknown = await things
      .in(here)
      .insert([stray])
      .catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(Error).property('name').equal('StrictModeError');
  });

  it('returns the owner of records only to work across workspaces', async () => {
    const [found] = await things.acrossWorkspaces('live').find({ _id: 'thing_a' });
    expect(found).to.include({ id: 'thing_a', workspace_id: 'ws_here' });
    expect(await things.in(here).get('thing_a')).to.not.have.property('workspace_id');
  });
});
