import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { defaultLimits, type Limits } from '@plotline/documentdb-bridge/limits';
import { type Bridge, startBridge } from '@plotline/documentdb-bridge/start-bridge';
import type { Document } from 'bson';
import { expect } from 'chai';
import { useDocumentdb } from '../../deploy/local/stores/documentdb/documentdb-fixture.js';
import { connectWire, type WireClient } from '../../documentdb-bridge/wire-client.js';

describe('the bridge', () => {
  const documentdb = useDocumentdb();
  const open: { bridge: Bridge; clients: WireClient[] }[] = [];

  afterEach(async () => {
    for (const { bridge, clients } of open.splice(0)) {
      for (const { socket } of clients) socket.destroy();
      await bridge.close();
    }
  });

  async function start(limits: Partial<Limits>): Promise<() => Promise<WireClient>> {
    const bridge = await startBridge(0, documentdb.socketDirectory(), { ...defaultLimits, ...limits });
    const clients: WireClient[] = [];
    open.push({ bridge, clients });
    return async () => {
      const client = await connectWire(`mongodb://127.0.0.1:${bridge.port}/`);
      clients.push(client);
      return client;
    };
  }

  const fill = (count: number): Document => ({
    insert: 'rows',
    documents: Array.from({ length: count }, (_, _id) => ({ _id })),
  });

  it("refuses a client over the limit, and closes the client's connection", async () => {
    const connect = await start({ sockets: 2 });
    const [first, second, third] = [await connect(), await connect(), await connect()];
    const refusal = await third.ask({ hello: 1 });
    expect(refusal).to.include({ ok: 0, code: 365, errmsg: 'too many connections are open' });
    if (!third.socket.destroyed) await once(third.socket, 'close');
    expect(await first.ask({ ping: 1 })).to.include({ ok: 1 });
    second.socket.destroy();
    // The bridge notices the closed socket after a moment.
    let welcome: Document = {};
    for (let attempt = 0; attempt < 100 && welcome['ok'] !== 1; attempt += 1) {
      await delay(20);
      welcome = await (await connect()).ask({ hello: 1 });
    }
    expect(welcome['ok']).to.equal(1);
  });

  it('closes killed cursors, and closes the cursor that was idle longest when there are too many', async () => {
    const connect = await start({ cursors: 2 });
    const client = await connect();
    await client.ask(fill(50));
    const find = async (): Promise<unknown> => (await client.ask({ find: 'rows', batchSize: 2 }))['cursor'].id;
    const [oldest, middle, newest] = [await find(), await find(), await find()];
    const getMore = (id: unknown): Promise<Document> => client.ask({ getMore: id, collection: 'rows', batchSize: 2 });
    expect(await getMore(oldest)).to.include({ ok: 0, code: 43 });
    expect((await getMore(middle))['cursor'].nextBatch).to.deep.equal([{ _id: 2 }, { _id: 3 }]);
    expect((await client.ask({ killCursors: 'rows', cursors: [newest, oldest] }))['cursorsNotFound']).to.have.length(1);
    expect(await getMore(newest)).to.include({ ok: 0, code: 43 });
  });

  it('stops a command at its maxTimeMS', async () => {
    const connect = await start({});
    const client = await connect();
    await client.ask(fill(50));
    const slow = { $size: { $filter: { input: { $range: [0, 500_000] }, cond: { $gt: ['$$this', 5] } } } };
    const aggregate = { aggregate: 'rows', pipeline: [{ $project: { slow } }], cursor: {}, maxTimeMS: 100 };
    expect(await client.ask(aggregate)).to.include({ ok: 0, code: 50, codeName: 'MaxTimeMSExpired' });
  });

  it('refuses commands that wait too long for a connection, and continues to serve others', async () => {
    const connect = await start({ connections: 1, connectionWaitMs: 200 });
    const [busy, waiting] = [await connect(), await connect()];
    await busy.ask(fill(50));
    const slow = { $size: { $filter: { input: { $range: [0, 500_000] }, cond: { $gt: ['$$this', 5] } } } };
    const work = busy.ask({ aggregate: 'rows', pipeline: [{ $project: { slow } }], cursor: {}, maxTimeMS: 2_500 });
    await delay(300);
    expect(await waiting.ask({ ping: 1 })).to.include({ ok: 0, code: 365 });
    await work;
    expect(await waiting.ask({ ping: 1 })).to.include({ ok: 1 });
  });

  it("answers an unknown command or operator with mongod's error codes", async () => {
    const client = await (await start({}))();
    expect(await client.ask({ frobnicate: 1 })).to.include({ ok: 0, code: 59, codeName: 'CommandNotFound' });
    expect(await client.ask({ find: 'rows', filter: { a: { $frobnicate: 1 } } })).to.include({ ok: 0, code: 2 });
    expect(await client.ask({ getMore: 1, collection: 'rows' })).to.include({ ok: 0, code: 2 });
  });
});
