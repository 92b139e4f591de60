import { setTimeout as delay } from 'node:timers/promises';
import { defaultLimits, type Limits } from '@plotline/documentdb-bridge/limits';
import { type Bridge, startBridge } from '@plotline/documentdb-bridge/start-bridge';
import { type Document, Timestamp } from 'bson';
import { expect } from 'chai';
import { useDocumentdb } from '../../deploy/local/stores/documentdb/documentdb-fixture.js';
import { connectWire, type WireClient } from '../../documentdb-bridge/wire-client.js';

describe('snapshots that the bridge keeps open', () => {
  const documentdb = useDocumentdb();
  const open: { bridge: Bridge; clients: WireClient[] }[] = [];

  afterEach(async () => {
    for (const { bridge, clients } of open.splice(0)) {
      for (const { socket } of clients) socket.destroy();
      await bridge.close();
    }
  });

  async function start(limits: Partial<Limits> = {}): Promise<() => Promise<WireClient>> {
    const bridge = await startBridge(0, documentdb.socketDirectory(), { ...defaultLimits, ...limits });
    const clients: WireClient[] = [];
    open.push({ bridge, clients });
    return async () => {
      const client = await connectWire(`mongodb://127.0.0.1:${bridge.port}/`);
      clients.push(client);
      return client;
    };
  }

  const at = (time?: unknown) => ({
    readConcern: { level: 'snapshot', ...(time instanceof Timestamp && { atClusterTime: time }) },
  });
  const find = (collection: string, time?: unknown): Document => ({
    find: collection,
    sort: { _id: 1 },
    batchSize: 3,
    ...at(time),
  });

  async function fill(client: WireClient, collection: string, count: number): Promise<void> {
    const documents = Array.from({ length: count }, (_, _id) => ({ _id }));
    expect(await client.ask({ insert: collection, documents })).to.include({ ok: 1 });
  }

  it('show the same documents to every connection, in cursors, aggregations and distinct, while others are written', async () => {
    const connect = await start();
    const [reader, other] = [await connect(), await connect()];
    await fill(other, 'kept', 8);
    const opened = await reader.ask(find('kept'));
    const time: unknown = opened['cursor'].atClusterTime;
    expect(time).to.be.instanceOf(Timestamp);
    await other.ask({ delete: 'kept', deletes: [{ q: { _id: { $gte: 2 } }, limit: 0 }] });
    await other.ask({ insert: 'kept', documents: [{ _id: 90 }] });
    const ids: number[] = opened['cursor'].firstBatch.map(({ _id }: Document) => _id);
    for (let id: unknown = opened['cursor'].id; id !== 0n; ) {
      const { cursor } = await reader.ask({ getMore: id, collection: 'kept', batchSize: 3 });
      ids.push(...cursor.nextBatch.map(({ _id }: Document) => _id));
      id = cursor.id;
    }
    expect(ids).to.deep.equal([0, 1, 2, 3, 4, 5, 6, 7]);
    const count = { aggregate: 'kept', pipeline: [{ $count: 'n' }], cursor: {}, ...at(time) };
    expect((await other.ask(count))['cursor'].firstBatch).to.deep.equal([{ n: 8 }]);
    const distinct = await other.ask({ distinct: 'kept', key: '_id', ...at(time) });
    expect(distinct['values']).to.have.length(8);
    expect(distinct['atClusterTime']).to.deep.equal(time);
    expect((await other.ask({ ...find('kept'), readConcern: { level: 'majority' } }))['cursor'].id).to.equal(0n);
  });

  const refused = { ok: 0, code: 239, codeName: 'SnapshotTooOld' };

  it('are closed when nothing reads them', async () => {
    const connect = await start({ snapshotIdleMs: 300 });
    const client = await connect();
    await fill(client, 'idle', 1);
    const time = (await client.ask(find('idle')))['cursor'].atClusterTime;
    await delay(600);
    expect(await client.ask(find('idle', time))).to.include(refused);
  });

  it('are closed at the end of their lifetime, even while they are read', async () => {
    const connect = await start({ snapshotLifetimeMs: 3_000 });
    const client = await connect();
    await fill(client, 'aging', 1);
    const time = (await client.ask(find('aging')))['cursor'].atClusterTime;
    let answer: Document = await client.ask(find('aging', time));
    expect(answer).to.include({ ok: 1 });
    for (let attempt = 0; attempt < 100 && answer['ok'] === 1; attempt += 1) {
      await delay(50);
      answer = await client.ask(find('aging', time));
    }
    expect(answer).to.include(refused);
  });

  it('are reported as expired by a command that runs when their lifetime ends', async () => {
    const connect = await start({ snapshotLifetimeMs: 1 });
    const client = await connect();
    await fill(client, 'short', 20_000);
    const group = { $group: { _id: { $mod: ['$_id', 7] }, n: { $sum: 1 } } };
    expect(await client.ask({ aggregate: 'short', pipeline: [group], cursor: {}, ...at() })).to.include(refused);
  });

  it('are closed in order of last use when there are too many', async () => {
    const connect = await start({ snapshots: 2 });
    const client = await connect();
    await fill(client, 'many', 1);
    const open = async (): Promise<unknown> => (await client.ask(find('many')))['cursor'].atClusterTime;
    const [first, second] = [await open(), await open()];
    await client.ask(find('many', first));
    const third = await open();
    expect(await client.ask(find('many', second))).to.include(refused);
    for (const time of [first, third]) expect(await client.ask(find('many', time))).to.include({ ok: 1 });
  });

  it('are closed when a database that was read in them is dropped', async () => {
    const connect = await start();
    const client = await connect();
    for (const $db of ['kept_db', 'dropped_db']) await client.ask({ insert: 'rows', documents: [{ _id: 1 }], $db });
    const read = async ($db: string, time?: unknown) => client.ask({ ...find('rows', time), $db });
    const kept = (await read('kept_db'))['cursor'].atClusterTime;
    const dropped = (await read('dropped_db'))['cursor'].atClusterTime;
    expect(await client.ask({ dropDatabase: 1, $db: 'dropped_db' })).to.include({ ok: 1 });
    expect(await read('dropped_db', dropped)).to.include(refused);
    expect(await read('kept_db', kept)).to.include({ ok: 1 });
  });

  it('are unknown in another process, and block no index', async () => {
    const [one, other] = [await start(), await start()];
    const [client, stranger] = [await one(), await other()];
    await fill(client, 'indexed', 1);
    const time = (await client.ask(find('indexed')))['cursor'].atClusterTime;
    expect(await stranger.ask(find('indexed', time))).to.include(refused);
    const indexes = [{ key: { n: 1 }, name: 'n' }];
    expect(await stranger.ask({ createIndexes: 'indexed', indexes })).to.include({ ok: 1 });
    expect(await client.ask(find('indexed', time))).to.include({ ok: 1 });
  });
});
