import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { changeRecord, noAnswer } from '@plotline/kit/store/records/change-record';
import type { Collection } from '@plotline/kit/store/records/collection';
import { expect } from 'chai';
import {
  createCollections,
  createTestRuntime,
  newDatabaseName,
  removeRuntime,
  testCaller,
} from '../../../support/test-runtime.js';
import { type Thing, thing, thingCollection } from '../../thing-store.js';

/** Differences between the two processes' clocks and the real clock. */
const skewsMs = [3_000, -3_000];

/** Process of a service, with its own clock. */
interface Replica {
  readonly runtime: ServiceRuntime;
  readonly things: Collection<Thing>;
}

describe('updated_at', () => {
  const caller = testCaller('ws_clocks');
  const replicas: Replica[] = [];

  before(async () => {
    const database = newDatabaseName('clocks');
    for (const skewMs of skewsMs) {
      const runtime = await createTestRuntime('clocks', () => new Date(Date.now() + skewMs), database);
      replicas.push({ runtime, things: thingCollection(runtime) });
      await createCollections(runtime);
    }
  });

  after(async () => {
    const [first, second] = replicas;
    await second?.runtime.databases.close();
    if (first) await removeRuntime(first.runtime);
  });

  async function addThing(name: string): Promise<Thing> {
    const record = thing(name, { updated_at: new Date() });
    await replicas[0]?.things.in(caller).insert([record]);
    return record;
  }

  function increment({ runtime, things }: Replica, id: string): Promise<Thing> {
    const change = changeRecord({
      collection: things,
      journal: runtime.journal,
      command: { caller: testCaller('ws_clocks') },
      id,
      decide: (before, at) => ({
        record: { ...before, count: before.count + 1, updated_at: at },
        entries: [{ subject: id, type: 'counted', description: 'Counted.', events: [] }],
      }),
      toAnswer: noAnswer,
    });
    return change.then(({ record }) => record);
  }

  it('never goes backwards when writers have different clocks, and neither do the times of journal entries', async () => {
    const { id } = await addThing('contended');
    const writes = replicas.flatMap((replica) => Array.from({ length: 15 }, () => increment(replica, id)));
    const versions = (await Promise.all(writes)).sort((one, other) => one.version - other.version);
    const times = versions.map(({ updated_at }) => updated_at?.getTime() ?? 0);
    expect(times).to.deep.equal([...times].sort((one, other) => one - other));
    expect(new Set(times).size).to.equal(30);
    expect(new Set(versions.map(({ version }) => version)).size).to.equal(30);
    const journal = replicas[0]?.runtime.journal;
    const timeline = await journal?.readTimeline(caller, id, { order: 'asc', skip: 0, limit: 100 });
    expect(timeline?.entries.map(({ at }) => at.getTime())).to.deep.equal(times);
  });

  it('is not moved back by a change or an update with an earlier time', async () => {
    const before = await addThing('kept');
    const records = replicas[0]?.things.in(caller);
    const past = new Date(0);
    const stored = await records?.change(before, { ...before, count: 1, updated_at: past });
    expect(stored?.updated_at).to.deep.equal(before.updated_at);
    await records?.update({ _id: before.id }, { $set: { count: 2, updated_at: past } });
    await records?.updateMany({ _id: before.id }, { $set: { updated_at: past } });
    await records?.findAndUpdate({ _id: before.id }, { $set: { notes: ['x'], updated_at: past } });
    expect(await records?.get(before.id)).to.deep.include({ count: 2, notes: ['x'], updated_at: before.updated_at });
    const later = new Date(Date.now() + 60_000);
    await records?.update({ _id: before.id }, { $set: { updated_at: later } });
    expect((await records?.get(before.id))?.updated_at).to.deep.equal(later);
  });
});
