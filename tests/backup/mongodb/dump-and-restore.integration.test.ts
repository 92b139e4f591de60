import { mkdir } from 'node:fs/promises';
import { readCatalog } from '@plotline/backup/mongodb/catalog';
import { dumpDatabases } from '@plotline/backup/mongodb/dump-databases';
import { restoreDatabases } from '@plotline/backup/mongodb/restore-databases';
import { expect } from 'chai';
import mongoose, { type mongo } from 'mongoose';
import { storeUrl } from '../../support/test-stores.js';
import { useTemporaryFolder } from '../folder/temporary-folder.js';

const { BSON } = mongoose.mongo;
const documentCount = 1_500;

describe('a dump of databases', () => {
  const folder = useTemporaryFolder();
  let client: mongo.MongoClient;
  const prefix = `backup_${Date.now().toString(36)}`;
  const [first, second] = [`${prefix}_first`, `${prefix}_second`];
  const rename = (database: string) => `${database}_restored`;

  const dump = () => dumpDatabases(storeUrl('MONGO'), [first, second], folder(), async () => undefined);
  const restore = ({ collections }: Awaited<ReturnType<typeof dump>>, drop = false) =>
    restoreDatabases(storeUrl('MONGO'), folder(), collections, { rename, drop });

  before(async () => {
    client = await mongoose.mongo.MongoClient.connect(storeUrl('MONGO'), { maxPoolSize: 4 });
  });
  beforeEach(() => mkdir(folder(), { recursive: true }));
  afterEach(async () => {
    for (const database of [first, second].flatMap((name) => [name, rename(name)]))
      await client.db(database).dropDatabase();
  });
  after(() => client.close());

  it('keeps the type of every value, and the order of fields', async () => {
    const record = {
      _id: new BSON.ObjectId(),
      z: new BSON.Double(5),
      a: new BSON.Int32(5),
      long: BSON.Long.fromString('9007199254740993'),
      decimal: BSON.Decimal128.fromString('90000.10'),
      binary: new BSON.Binary(Buffer.from([0, 1, 2])),
      date: new Date('2026-03-01T09:30:00.001Z'),
      pattern: new BSON.BSONRegExp('^a', 'i'),
      time: new BSON.Timestamp({ t: 1, i: 2 }),
      nothing: null,
      list: [true, { deep: ['ä', ''] }],
    };
    await client.db(first).collection('records').insertOne(record);
    await restore(await dump());
    const [original, restored] = await Promise.all(
      [first, rename(first)].map((database) =>
        client.db(database).collection('records').findOne({}, { raw: true, promoteValues: false }),
      ),
    );
    expect(Buffer.from(Object(restored))).to.deep.equal(Buffer.from(Object(original)));
  });

  it('keeps the indexes with their options, and empty collections', async () => {
    await client.db(first).createCollection('empty');
    await client.db(second).createCollection('claims');
    await client.db(second).command({
      createIndexes: 'claims',
      indexes: [
        { key: { workspace_id: 1, at: -1 }, name: 'by_time' },
        { key: { email: 1 }, name: 'one_email', unique: true, partialFilterExpression: { email: { $exists: true } } },
        { key: { expires_at: 1 }, name: 'expiry', expireAfterSeconds: 0 },
      ],
    });
    await restore(await dump());
    const read = async (names: readonly string[]) =>
      (await readCatalog(client, names)).map(({ name, indexes }) => ({ name, indexes }));
    expect(await read([first, second].map(rename))).to.deep.equal(await read([first, second]));
  });

  it('shows all databases at the same moment, while transactions move amounts between them', async () => {
    const [from, to] = [client.db(first).collection('accounts'), client.db(second).collection('accounts')];
    const accounts = () => Array.from({ length: documentCount }, () => ({ amount: 1, text: 'x'.repeat(500) }));
    await from.insertMany(accounts());
    await to.insertMany(accounts());
    let isOver = false;
    let moved = 0;
    const move = () =>
      client.withSession((session) =>
        session.withTransaction(async () => {
          await from.updateOne({ amount: { $gt: 0 } }, { $inc: { amount: -1 } }, { session });
          await to.updateOne({}, { $inc: { amount: 1 } }, { session });
        }),
      );
    const moving = (async () => {
      while (!isOver) {
        await move();
        moved += 1;
      }
    })();
    const dumped = await dump();
    isOver = true;
    await moving;
    expect(moved).to.be.greaterThan(1);
    await restore(dumped);
    const sums = [first, second].map(async (name) => {
      const [sum] = await client
        .db(rename(name))
        .collection('accounts')
        .aggregate([{ $group: { _id: null, amount: { $sum: '$amount' } } }])
        .toArray();
      return Number(sum?.amount);
    });
    const [left = 0, right = 0] = await Promise.all(sums);
    expect(left + right).to.equal(2 * documentCount);
  });

  it('is restored into databases without collections, or replaces existing ones if requested', async () => {
    await client.db(first).collection<{ _id: string }>('leads').insertOne({ _id: 'lead_1' });
    const dumped = await dump();
    const restored = client.db(rename(first)).collection<{ _id: string }>('leads');
    await restored.insertOne({ _id: 'lead_2' });
    expect(await restore(dumped).catch(({ message }) => message)).to.match(/is not empty\. Use --drop/);
    expect(await restored.distinct('_id')).to.deep.equal(['lead_2']);
    await restore(dumped, true);
    expect(await restored.distinct('_id')).to.deep.equal(['lead_1']);
  });

  it('is refused when the stored records differ from the dumped ones', async () => {
    await client
      .db(first)
      .collection('leads')
      .insertMany([{ score: 1 }, { score: 2 }]);
    const { collections, ...rest } = await dump();
    for (const wrong of [{ documents: 3 }, { digest: '0'.repeat(64) }]) {
      const changed = collections.map((one) => ({ ...one, ...wrong }));
      expect(await restore({ ...rest, collections: changed }, true).catch(({ message }) => message)).to.include(
        'differ',
      );
    }
  });
});
