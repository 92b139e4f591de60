import { databaseTimeoutMs } from '@plotline/kit/core/time';
import type { Collection } from '@plotline/kit/store/records/collection';
import { insertTogether } from '@plotline/kit/store/records/guarded-update';
import { readAtSnapshot, runInTransaction } from '@plotline/kit/store/transactions/transaction';
import { deserialize } from 'bson';
import { expect } from 'chai';
import { startSeverableRuntime } from '../../../support/severable-runtime.js';
import { createCollections, testCaller } from '../../../support/test-runtime.js';
import { useFixture } from '../../../support/use-fixture.js';
import { type Thing, thing, thingCollection } from '../../thing-store.js';

const caller = testCaller('ws_concerns');
/** Number of records that needs more than two batches to read. */
const names = Array.from({ length: 1_100 }, (_, index) => `walked_${index}`);
/** Number of bytes before the command: a message's header, its flags, and the kind of its first section. */
const commandOffset = 21;

function parseCommand(message: Buffer): Record<string, unknown> {
  return deserialize(message.subarray(commandOffset, commandOffset + message.readInt32LE(commandOffset)));
}

describe('database commands', () => {
  const fixture = useFixture(() => startSeverableRuntime('concerns'));
  let things: Collection<Thing>;

  before(async () => {
    things = thingCollection(fixture().runtime);
    await createCollections(fixture().runtime);
  });

  afterEach(() => fixture().proxy.onRequest(() => undefined));

  /** Returns the commands that `work` sends and that contain the word. */
  async function sent(word: string, work: () => Promise<unknown>) {
    const commands: Record<string, unknown>[] = [];
    fixture().proxy.onRequest((bytes) => {
      if (bytes.includes(word)) commands.push(parseCommand(bytes));
    });
    await work();
    return commands;
  }

  const live = () => fixture().runtime.databases.live;
  const insert = (name: string) =>
    runInTransaction(live(), Date.now() + 10_000, (session) => things.in(caller).insert([thing(name)], session));

  it('use the snapshot read concern at the start of a transaction', async () => {
    const [first] = await sent('startTransaction', () => insert('begun'));
    expect(first).to.deep.include({ readConcern: { level: 'snapshot' }, startTransaction: true });
  });

  it('use the majority write concern with journaling at the commit of a transaction', async () => {
    const [commit] = await sent('commitTransaction', () => insert('committed'));
    expect(commit?.writeConcern).to.deep.include({ w: 'majority', j: true });
  });

  it('use no write concern within a transaction, where MongoDB refuses it', async () => {
    const [begun, ...further] = await sent('bulkWrite', () =>
      runInTransaction(live(), Date.now() + 10_000, async (session) => {
        const options = { session, maxTimeMS: 5_000 };
        await insertTogether(live(), [things.in(caller).toInsertion([thing('together')])], options);
        await insertTogether(live(), [things.in(caller).toInsertion([thing('as well')])], options);
      }),
    );
    expect(begun).to.deep.include({ readConcern: { level: 'snapshot' }, startTransaction: true, maxTimeMS: 5_000 });
    expect(further).to.have.length(1);
    for (const command of [begun, ...further]) expect(command).not.to.have.property('writeConcern');
  });

  it('use the snapshot read concern while they read one snapshot', async () => {
    const [find] = await sent('things', () =>
      readAtSnapshot(live(), '', (session) => things.in(caller).find({}, { session })),
    );
    expect(find?.readConcern).to.deep.include({ level: 'snapshot' });
  });

  it('use the majority read and write concerns outside transactions and snapshots', async () => {
    const [insertion] = await sent('things', () => things.in(caller).insert([thing('alone')]));
    expect(insertion?.writeConcern).to.deep.include({ w: 'majority', j: true });
    const [find] = await sent('things', () => things.in(caller).find({}));
    expect(find?.readConcern).to.deep.include({ level: 'majority' });
  });

  it("end at the caller's deadline, or after the maximum wait for an operation", async () => {
    const operate = async (deadline?: number) => {
      const all = things.in({ workspaceId: 'ws_limit', mode: 'live', ...(deadline && { deadline }) });
      await all.insert([thing('limited')]);
      await all.insertMissing([thing('limited')]);
      await all.get('thing_limited');
      await all.find({});
      await all.count({});
      await all.aggregate([{ $limit: 1 }]);
      await all.findEach([{ filter: {}, hint: 'created_at' }], {});
      await all.change(thing('limited'), thing('limited', { count: 1 }));
      await all.updateMany({}, { $inc: { count: 1 } });
      await all.findAndUpdate({}, { $inc: { count: 1 } });
      await all.delete({});
    };
    const limits = async (deadline?: number) =>
      (await sent('things', () => operate(deadline))).map((command) => [Object.keys(command)[0], command.maxTimeMS]);
    const reads = ['find', 'find', 'aggregate', 'aggregate', 'aggregate'];
    const names = ['insert', 'insert', ...reads, 'update', 'update', 'findAndModify', 'delete'];
    expect(await limits()).to.deep.equal(names.map((name) => [name, databaseTimeoutMs]));
    for (const [name, limit] of await limits(Date.now() + 20_000)) expect(limit, `${name}`).to.be.within(1_000, 20_000);
    // Work after the deadline, such as releasing a claim, has one second.
    for (const [name, limit] of await limits(Date.now() - 5_000)) expect(limit, `${name}`).to.equal(1_000);
  });

  it("limit a pass over records only by its caller's deadline, and read it in batches without long pauses", async () => {
    const walk = async (deadline?: number) => {
      const all = things.in({ workspaceId: 'ws_walk', mode: 'live', ...(deadline && { deadline }) });
      let found = 0;
      for await (const _one of all.each({}, { hint: 'created_at' })) found += 1;
      return found;
    };
    await things.in({ workspaceId: 'ws_walk', mode: 'live' }).insert(names.map((name) => thing(name)));
    let found = 0;
    const commands = await sent('things', async () => {
      found = await walk();
    });
    expect(found).to.equal(names.length);
    expect(commands.map((command) => [Object.keys(command)[0], command.batchSize, command.maxTimeMS])).to.deep.equal([
      ['find', 500, 0],
      ['getMore', 500, undefined],
      ['getMore', 500, undefined],
    ]);
    const [find] = await sent('things', () => walk(Date.now() + 20_000));
    expect(find?.maxTimeMS).to.be.within(1_000, 20_000);
  });

  it('repeat reads that were lost with the connection, outside a transaction', async () => {
    const records = things.in(caller);
    await records.insert([thing('kept')]);
    for (const read of [
      () => records.get('thing_kept'),
      async () => (await records.findEach([{ filter: { _id: 'thing_kept' }, hint: '_id_' }], {}))[0],
    ]) {
      let isCut = false;
      // Doesn't cut the connection of the driver's monitor. Reconnecting it may take longer than a read waits for a
      // server.
      fixture().proxy.onRequest((bytes, cut) => {
        if (isCut || !bytes.includes('thing_kept')) return;
        isCut = true;
        cut();
      });
      expect(await read()).to.include({ id: 'thing_kept' });
      expect(isCut).to.equal(true);
    }
  });
});
