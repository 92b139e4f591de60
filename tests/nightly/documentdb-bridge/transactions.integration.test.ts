import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { defaultLimits } from '@plotline/documentdb-bridge/limits';
import { startBridge } from '@plotline/documentdb-bridge/start-bridge';
import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { collectionOf, useDocumentdb } from '../../deploy/local/stores/documentdb/documentdb-fixture.js';
import { connectWire, transactionFields, type WireClient } from '../../documentdb-bridge/wire-client.js';

describe('transactions through the bridge', () => {
  const documentdb = useDocumentdb();
  let connection: Connection;

  before(async () => {
    connection = await documentdb.connect({ maxPoolSize: 50 });
    await connection.useDb('wire').collection('things').insertOne({ n: 0 });
  });

  const things = () => connection.useDb('wire').collection<{ _id: string }>('things');
  const insert = (_id: string) => ({ insert: 'things', documents: [{ _id }] });

  async function wire(): Promise<WireClient> {
    const client = await connectWire(documentdb.component().url);
    after(() => client.socket.destroy());
    return client;
  }

  it('lose no change when 50 writers change one document', async () => {
    const counters = collectionOf(connection, 'counters');
    const journal = collectionOf(connection, 'journal');
    await counters.insertOne({ _id: 'counter', n: 0 });
    await Promise.all(
      Array.from({ length: 50 }, () =>
        connection.transaction(async (session) => {
          const counter = await counters.findOne({ _id: 'counter' }, { session });
          const n = Number(counter?.['n']) + 1;
          await counters.updateOne({ _id: 'counter' }, { $set: { n } }, { session });
          await journal.insertOne({ _id: `entry ${n}` }, { session });
        }),
      ),
    );
    expect((await counters.findOne({ _id: 'counter' }))?.['n']).to.equal(50);
    expect(await journal.countDocuments({})).to.equal(50);
  });

  it('are invisible to others before the commit, and have no effect when aborted', async () => {
    const client = await wire();
    const [committed, aborted] = [transactionFields(randomBytes(16), 1), transactionFields(randomBytes(16), 1)];
    await client.ask({ ...insert('committed'), ...committed.first });
    await client.ask({ ...insert('aborted'), ...aborted.first });
    expect(await things().findOne({ _id: 'committed' })).to.equal(null);
    expect(await client.ask({ abortTransaction: 1, ...aborted.end })).to.include({ ok: 1 });
    expect(await client.ask({ commitTransaction: 1, ...committed.end })).to.include({ ok: 1 });
    expect(await things().findOne({ _id: 'committed' })).to.deep.equal({ _id: 'committed' });
    expect(await things().findOne({ _id: 'aborted' })).to.equal(null);
  });

  it('are rolled back when their client disconnects', async () => {
    const leaving = await wire();
    const staying = await wire();
    const { first, further, end } = transactionFields(randomBytes(16), 1);
    await leaving.ask({ ...insert('left behind'), ...first });
    leaving.socket.destroy();
    // The unique key is free again once the bridge has noticed the disconnection.
    await things().insertOne({ _id: 'left behind' });
    expect(await staying.ask({ ...insert('more'), ...further })).to.deep.include({
      ok: 0,
      code: 251,
      errorLabels: ['TransientTransactionError'],
    });
    expect(await staying.ask({ commitTransaction: 1, ...end })).to.include({ ok: 0, code: 251 });
  });

  /** Returns a bulkWrite command that inserts documents, by collection. */
  const insertInto = (ids: Readonly<Record<string, readonly string[]>>) => ({
    bulkWrite: 1,
    ordered: true,
    nsInfo: Object.keys(ids).map((collection) => ({ ns: `wire.${collection}` })),
    ops: Object.values(ids).flatMap((own, insert) => own.map((_id) => ({ insert, document: { _id } }))),
    $db: 'admin',
  });

  it('insert into several collections with one command', async () => {
    const client = await wire();
    const { first, end } = transactionFields(randomBytes(16), 1);
    const ids = { things: ['one of three', 'two of three'], others: ['three of three'] };
    expect(await client.ask({ ...insertInto(ids), ...first, $db: 'admin' })).to.deep.include({
      ok: 1,
      nInserted: 3,
      nErrors: 0,
      cursor: { id: 0n, firstBatch: [], ns: 'admin.$cmd.bulkWrite' },
    });
    expect(await client.ask({ commitTransaction: 1, ...end })).to.include({ ok: 1 });
    expect(await things().countDocuments({ _id: / of three$/ })).to.equal(2);
    expect(await connection.useDb('wire').collection('others').countDocuments({})).to.equal(1);
  });

  it('report the insert that a unique index refused, and store none of the inserts', async () => {
    await connection.useDb('wire').collection<{ _id: string }>('others').insertOne({ _id: 'taken' });
    const client = await wire();
    const { first, end } = transactionFields(randomBytes(16), 1);
    const ids = { things: ['beside the taken'], others: ['before the taken', 'taken', 'after the taken'] };
    const answer = await client.ask({ ...insertInto(ids), ...first, $db: 'admin' });
    expect(answer).to.include({ ok: 1, nInserted: 2, nErrors: 1 });
    expect(answer['cursor'].firstBatch).to.have.length(1);
    expect(answer['cursor'].firstBatch[0]).to.deep.include({ ok: 0, idx: 2, code: 11_000, keyValue: { _id: 'taken' } });
    expect(await client.ask({ commitTransaction: 1, ...end })).to.include({ ok: 0, code: 251 });
    expect(await things().findOne({ _id: 'beside the taken' })).to.equal(null);
  });

  for (const [what, command, code] of [
    ['an update', { ops: [{ update: 0, filter: {}, updateMods: {} }] }, 115],
    ['a namespace that is not listed', { ops: [{ insert: 1, document: {} }] }, 2],
    ['no operation', { ops: [] }, 2],
  ] as const) {
    it(`refuse a bulkWrite with ${what}`, async () => {
      const client = await wire();
      const { first } = transactionFields(randomBytes(16), 1);
      const answer = await client.ask({ ...insertInto({ things: [] }), ...command, ...first, $db: 'admin' });
      expect(answer).to.include({ ok: 0, code });
    });
  }

  it('are required by bulkWrite', async () => {
    const client = await wire();
    expect(await client.ask(insertInto({ things: ['outside'] }))).to.include({ ok: 0, code: 115 });
    expect(await things().findOne({ _id: 'outside' })).to.equal(null);
  });

  it("end at the first failure, like in mongod, and can't be committed afterwards", async () => {
    const client = await wire();
    const { first, further, end } = transactionFields(randomBytes(16), 1);
    await client.ask({ ...insert('before the failure'), ...first });
    const failed = await client.ask({ ...insert('before the failure'), ...further });
    expect(failed['writeErrors'][0]).to.include({ code: 11_000 });
    expect(await client.ask({ commitTransaction: 1, ...end })).to.deep.include({
      ok: 0,
      code: 251,
      errorLabels: ['TransientTransactionError'],
    });
    expect(await things().findOne({ _id: 'before the failure' })).to.equal(null);
  });

  it('answer a write conflict with a command error that has the retry label', async () => {
    await things().insertOne({ _id: 'contended' });
    const client = await wire();
    const update = { update: 'things', updates: [{ q: { _id: 'contended' }, u: { $inc: { n: 1 } } }] };
    const one = transactionFields(randomBytes(16), 1);
    await client.ask({ find: 'things', filter: { _id: 'contended' }, ...one.first });
    await things().updateOne({ _id: 'contended' }, { $set: { n: 5 } });
    expect(await client.ask({ ...update, ...one.further })).to.deep.include({
      ok: 0,
      code: 112,
      codeName: 'WriteConflict',
      errorLabels: ['TransientTransactionError'],
    });
  });

  it('answer a repeated commit with the outcome of the first commit, even after the bridge was killed', async () => {
    const client = await wire();
    const done = transactionFields(randomBytes(16), 7);
    await client.ask({ ...insert('committed twice'), ...done.first });
    expect(await client.ask({ commitTransaction: 1, ...done.end })).to.include({ ok: 1 });
    expect(await client.ask({ commitTransaction: 1, ...done.end })).to.include({ ok: 1 });
    const lost = transactionFields(randomBytes(16), 3);
    await client.ask({ ...insert('lost'), ...lost.first });
    process.kill(documentdb.processes().bridge, 'SIGKILL');
    let next: WireClient | undefined;
    while (next === undefined) {
      await delay(20);
      // A dying bridge may still accept a connection.
      next = await wire()
        .then(async (client) => ((await client.ask({ ping: 1 })) ? client : undefined))
        .catch(() => undefined);
    }
    expect(await next.ask({ commitTransaction: 1, ...done.end })).to.include({ ok: 1 });
    expect(await next.ask({ commitTransaction: 1, ...lost.end })).to.include({ ok: 0, code: 251 });
    expect(await things().findOne({ _id: 'lost' })).to.equal(null);
  });

  it('are rolled back when they are idle for too long, and use at most their share of connections', async () => {
    const limits = { ...defaultLimits, transactions: 2, transactionWaitMs: 300, transactionIdleMs: 6_000 };
    const bridge = await startBridge(0, documentdb.socketDirectory(), limits);
    const client = await connectWire(`mongodb://127.0.0.1:${bridge.port}/`);
    try {
      const [one, two, three] = [1, 2, 3].map(() => transactionFields(randomBytes(16), 1));
      await client.ask({ ...insert('idle one'), ...one?.first });
      await client.ask({ ...insert('idle two'), ...two?.first });
      expect(await client.ask({ ...insert('third'), ...three?.first })).to.include({ ok: 0, code: 365 });
      expect(await client.ask({ ping: 1 })).to.include({ ok: 1 });
      await delay(6_500);
      expect(await client.ask({ commitTransaction: 1, ...one?.end })).to.include({ ok: 0, code: 251 });
      expect(await client.ask({ ...insert('idle one'), ...three?.first, txnNumber: 2 })).to.include({ ok: 1 });
    } finally {
      client.socket.destroy();
      await bridge.close();
    }
  });
});
