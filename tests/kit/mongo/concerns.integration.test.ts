import type { Collection } from '@plotline/kit/mongo/collection';
import { readAtSnapshot } from '@plotline/kit/mongo/snapshot';
import { runInTransaction } from '@plotline/kit/mongo/transaction';
import { deserialize } from 'bson';
import { expect } from 'chai';
import { startSeverableRuntime } from '../../support/severable-runtime.js';
import { createCollections, testCaller } from '../../support/test-runtime.js';
import { useFixture } from '../../support/use-fixture.js';
import { type Thing, thing, thingCollection } from '../thing-store.js';

const caller = testCaller('ws_concerns');
/** Of a message: header, flags, and the kind of its first section, which is the command. */
const commandOffset = 21;

function parseCommand(message: Buffer): Record<string, unknown> {
  return deserialize(message.subarray(commandOffset, commandOffset + message.readInt32LE(commandOffset)));
}

describe('Commands to the database', () => {
  const fixture = useFixture(() => startSeverableRuntime('concerns'));
  let things: Collection<Thing>;

  before(async () => {
    things = thingCollection(fixture().runtime);
    await createCollections(fixture().runtime);
  });

  afterEach(() => fixture().proxy.onRequest(() => undefined));

  /** The commands with that word in them that `work` sends. */
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

  it('name the read concern snapshot as a transaction begins', async () => {
    const [first] = await sent('startTransaction', () => insert('begun'));
    expect(first).to.deep.include({ readConcern: { level: 'snapshot' }, startTransaction: true });
  });

  it('name the write concern majority, in the journal, as a transaction commits', async () => {
    const [commit] = await sent('commitTransaction', () => insert('committed'));
    expect(commit?.writeConcern).to.deep.include({ w: 'majority', j: true });
  });

  it('name the read concern snapshot as one state of the database is read', async () => {
    const [find] = await sent('things', () =>
      readAtSnapshot(live(), '', (session) => things.in(caller).find({}, { session })),
    );
    expect(find?.readConcern).to.deep.include({ level: 'snapshot' });
  });

  it('name the concerns majority outside of both', async () => {
    const [insertion] = await sent('things', () => things.in(caller).insert([thing('alone')]));
    expect(insertion?.writeConcern).to.deep.include({ w: 'majority', j: true });
    const [find] = await sent('things', () => things.in(caller).find({}));
    expect(find?.readConcern).to.deep.include({ level: 'majority' });
  });
});
