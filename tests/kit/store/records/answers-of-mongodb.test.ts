import { connectDatabases, type Databases } from '@plotline/kit/store/connection/connect';
import { runInTransaction } from '@plotline/kit/store/transactions/transaction';
import type { Document } from 'bson';
import { expect } from 'chai';
import { type StubMongod, startStubMongod } from '../../../deploy/local/stores/mongo/stub-mongod.js';

/**
 * MongoDB's error for a write to a record that another transaction has written. PostgreSQL waits for that transaction
 * instead.
 */
const writeConflict = {
  ok: 0,
  code: 112,
  codeName: 'WriteConflict',
  errmsg: 'Caused by :: Write conflict during plan execution and yielding is disabled.',
  errorLabels: ['TransientTransactionError'],
};

/** Error of a primary that is stepping down. */
const steppedDown = {
  ok: 0,
  code: 189,
  codeName: 'PrimarySteppedDown',
  errmsg: 'Primary stepped down while waiting for replication',
  errorLabels: ['RetryableWriteError'],
};

type Answer = (command: Document) => Document | undefined;

/** Member of a MongoDB 8.0 replica set that returns the given answers to some commands. */
function answerAsPrimary(answer: Answer) {
  return (command: Document, port: number): Document => {
    const host = `127.0.0.1:${port}`;
    const hello = {
      ok: 1,
      helloOk: true,
      isWritablePrimary: true,
      setName: 'plotline',
      hosts: [host],
      me: host,
      primary: host,
      logicalSessionTimeoutMinutes: 30,
      minWireVersion: 0,
      maxWireVersion: 25,
    };
    return 'hello' in command || 'ismaster' in command ? hello : (answer(command) ?? { ok: 1, n: 1, nModified: 1 });
  };
}

describe('handling of MongoDB responses that the local engine never sends', () => {
  let server: StubMongod;
  let databases: Databases;
  /** Next answers, by command name. Without one left, the command is executed. */
  let answers: Record<string, Document[]>;

  beforeEach(async () => {
    answers = {};
    server = await startStubMongod(answerAsPrimary((command) => answers[Object.keys(command)[0] ?? '']?.shift()));
    const url = `mongodb://127.0.0.1:${server.port}/?replicaSet=plotline`;
    databases = await connectDatabases({ url, name: 'plotline_answers', poolSize: 6 });
  });
  afterEach(async () => {
    await databases.close();
    server.close();
  });

  const sent = (name: string) => server.commands.filter((command) => Object.keys(command)[0] === name);
  const numbers = (name: string) => sent(name).map(({ txnNumber }) => Number(txnNumber));
  const write = () =>
    runInTransaction(databases.live, Date.now() + 20_000, async (session) => {
      await databases.live.collection('leads').insertOne({ name: 'Noor' }, { session });
      await databases.live.collection('units').updateOne({}, { $set: { status: 'sold' } }, { session });
      return 'done';
    });

  it('reruns all work in a new transaction after a write conflict', async () => {
    answers = { update: [writeConflict, writeConflict] };
    expect(await write()).to.equal('done');
    expect(sent('insert')).to.have.length(3);
    expect(new Set(numbers('insert')).size).to.equal(3);
    expect(numbers('update')).to.deep.equal(numbers('insert'));
    expect(numbers('commitTransaction')).to.deep.equal(numbers('update').slice(-1));
  });

  it('reruns all work after a write conflict at the commit', async () => {
    answers = { commitTransaction: [writeConflict] };
    expect(await write()).to.equal('done');
    expect(sent('insert')).to.have.length(2);
    expect(new Set(numbers('commitTransaction')).size).to.equal(2);
  });

  it('retries only the commit when its outcome is unknown because the primary steps down', async () => {
    answers = { commitTransaction: [{ ...steppedDown }] };
    expect(await write()).to.equal('done');
    expect(sent('insert')).to.have.length(1);
    expect(sent('commitTransaction')).to.have.length(2);
    expect(new Set(numbers('commitTransaction')).size).to.equal(1);
  });

  it('retries a write outside a transaction when the primary steps down, and stores it once', async () => {
    answers = { insert: [steppedDown] };
    await databases.live.collection('leads').insertOne({ name: 'Noor' });
    expect(sent('insert')).to.have.length(2);
    expect(new Set(numbers('insert')).size).to.equal(1);
    const [first, second] = sent('insert').map(({ lsid }) => JSON.stringify(lsid));
    expect(second).to.equal(first);
  });

  it('does not rerun work after a refused command in a transaction', async () => {
    answers = { update: [{ ok: 0, code: 263, codeName: 'OperationNotSupportedInTransaction', errmsg: 'not allowed' }] };
    expect(
      await write().then(
        () => 'done',
        (error: Error) => error.message,
      ),
    ).to.equal('not allowed');
    expect(sent('insert')).to.have.length(1);
    expect(sent('commitTransaction')).to.deep.equal([]);
  });
});
