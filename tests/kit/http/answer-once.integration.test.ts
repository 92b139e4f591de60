import { randomUUID } from 'node:crypto';
import { type Answer, created } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import { conflict } from '@plotline/kit/core/errors';
import { answerOnce, type Call, type Handler } from '@plotline/kit/http/handler';
import type { Collection } from '@plotline/kit/store/records/collection';
import { expect } from 'chai';
import mongoose, { type ClientSession } from 'mongoose';
import { refusalOf } from '../../support/refusal-of.js';
import { createCollections, testCaller, useTestRuntime } from '../../support/test-runtime.js';
import { type Thing, thing, thingCollection } from '../thing-store.js';

const { MongoNetworkError } = mongoose.mongo;

/** Makes the commit fail as after a lost connection, either after or before the commit takes effect. */
function loseConnection(session: ClientSession, isCommitted: boolean): void {
  const commit = session.commitTransaction.bind(session);
  session.commitTransaction = async () => {
    if (isCommitted) await commit();
    throw new MongoNetworkError('connection closed');
  };
}

describe('answerOnce', () => {
  const runtime = useTestRuntime('answers');
  let things: Collection<Thing>;
  before(async () => {
    things = thingCollection(runtime());
    await createCollections(runtime());
  });

  let key: string;
  beforeEach(() => {
    key = randomUUID();
  });

  function ask(handler: Handler, change: Partial<Caller> = {}) {
    const caller = testCaller('ws_answers', 'live', change);
    const call: Call = {
      caller,
      path: () => '',
      query: {},
      body: {},
      rowFaults: new Map(),
      address: '127.0.0.1',
      header: () => undefined,
      log: runtime().log,
    };
    return answerOnce(runtime().idempotency, handler, call, { key, identity: 'request' });
  }

  /** Adds a thing with a new name and returns it. */
  function addThing(inSession: (session: ClientSession) => void = () => undefined): Handler {
    return async (call) => {
      const record = thing(`${key}-${randomUUID()}`);
      const { answer } = await runtime().journal.commit<{ entries: []; answer: Answer }>(call, async (session) => {
        await things.in(call.caller).insert([record], session);
        inSession(session);
        return { entries: [], answer: created({ id: record.id }) };
      });
      return answer;
    };
  }

  /** Returns the ids of the things that were created by requests with the key. */
  async function made(): Promise<string[]> {
    const found = await things.in(testCaller('ws_answers')).find({ name: new RegExp(`^${key}`) });
    return found.map(({ id }) => id);
  }

  it('replays a committed response when the connection was lost at the commit', async () => {
    const lost = ask(
      addThing((session) => loseConnection(session, true)),
      { deadline: Date.now() + 4_000 },
    );
    expect((await refusalOf(() => lost)).code).to.equal('SERVICE_UNAVAILABLE');
    const [id, ...more] = await made();
    expect(more).to.deep.equal([]);
    expect(await ask(addThing())).to.deep.equal({ answer: created({ id }), isReplayed: true });
    expect(await made()).to.deep.equal([id]);
  });

  it('reruns a request whose commit was lost at its deadline, and not before', async () => {
    const deadline = Date.now() + 4_000;
    const lost = ask(
      addThing((session) => loseConnection(session, false)),
      { deadline },
    );
    expect((await refusalOf(() => lost)).code).to.equal('SERVICE_UNAVAILABLE');
    const { isReplayed } = await ask(addThing());
    expect(isReplayed).to.equal(false);
    expect(Date.now()).to.be.at.least(deadline);
    expect(await made()).to.have.length(1);
  });

  it('replays the response after an error that follows the commit', async () => {
    const handler: Handler = async (call) => {
      await addThing()(call);
      throw new Error('after the commit');
    };
    const error = await ask(handler).catch((reason: unknown) => reason);
    expect(String(error)).to.contain('after the commit');
    expect(await ask(addThing())).to.deep.include({ isReplayed: true });
    expect(await made()).to.have.length(1);
  });

  it('gives the previous owner of a claim the response of the executed request', async () => {
    let takenOver: Awaited<ReturnType<typeof ask>> | undefined;
    const slow: Handler = async (call) => {
      takenOver = await ask(addThing());
      return addThing()({ ...call, caller: testCaller('ws_answers') });
    };
    const late = await ask(slow, { deadline: Date.now() - 1 });
    expect(takenOver?.isReplayed).to.equal(false);
    expect(late).to.deep.equal({ answer: takenOver?.answer, isReplayed: true });
    expect(await made()).to.have.length(1);
  });

  it('releases the claim of a refused request, so that the key can be used again', async () => {
    const refused = ask(async () => Promise.reject(conflict('No.')));
    expect((await refusalOf(() => refused)).code).to.equal('CONFLICT');
    expect(await ask(addThing())).to.deep.include({ isReplayed: false });
  });

  it('keeps the response to a request that changed nothing', async () => {
    const unchanged: Handler = async () => created({ id: 'thing_known' });
    expect(await ask(unchanged)).to.deep.include({ isReplayed: false });
    expect(await ask(addThing())).to.deep.equal({ answer: created({ id: 'thing_known' }), isReplayed: true });
  });
});
