import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { useDocumentdb } from '../../deploy/local/stores/documentdb/documentdb-fixture.js';

interface Row {
  _id: string;
  n?: number;
  score?: number;
  stage?: string;
  tags?: string[];
  used?: boolean;
  floor?: number;
}

describe('documents through the bridge', () => {
  const documentdb = useDocumentdb();
  let connection: Connection;

  before(async () => {
    connection = await documentdb.connect({ maxPoolSize: 50 });
  });

  const collectionOf = (name: string) => connection.collection<Row>(name);

  it('are created, read, updated, counted and deleted', async () => {
    const leads = collectionOf('leads');
    await leads.insertOne({ _id: 'one', stage: 'new', score: 5, tags: ['a', 'b'] });
    await leads.bulkWrite([
      { insertOne: { document: { _id: 'two', stage: 'new', score: 7 } } },
      { updateOne: { filter: { _id: 'one' }, update: { $set: { stage: 'won' }, $inc: { score: 1 } } } },
    ]);
    expect(await leads.findOne({ _id: 'one' })).to.deep.equal({ _id: 'one', stage: 'won', score: 6, tags: ['a', 'b'] });
    const changed = await leads.findOneAndUpdate({ _id: 'two' }, [{ $set: { score: { $add: ['$score', 1] } } }], {
      returnDocument: 'after',
    });
    expect(changed?.['score']).to.equal(8);
    expect(await leads.countDocuments({ score: { $gte: 6 } })).to.equal(2);
    expect(await leads.distinct('stage')).to.have.members(['new', 'won']);
    const groups = await leads.aggregate([{ $group: { _id: '$stage', sum: { $sum: '$score' } } }]).toArray();
    expect(groups).to.have.deep.members([
      { _id: 'new', sum: 8 },
      { _id: 'won', sum: 6 },
    ]);
    expect((await leads.deleteMany({})).deletedCount).to.equal(2);
    expect(await leads.findOne({})).to.equal(null);
  });

  it('are paged over any connection, in order and without gaps', async () => {
    const units = collectionOf('units');
    await units.insertMany(Array.from({ length: 2_000 }, (_, n) => ({ _id: `u${n}`, n, floor: n % 7 })));
    const inOrder = await units.find({}).sort({ floor: 1, n: -1 }).batchSize(150).toArray();
    const expected = Array.from({ length: 2_000 }, (_, n) => n).sort((a, b) => (a % 7) - (b % 7) || b - a);
    expect(inOrder.map(({ n }) => n)).to.deep.equal(expected);
    const walks = await Promise.all(Array.from({ length: 20 }, () => units.find({}).batchSize(300).toArray()));
    for (const walk of walks) expect(new Set(walk.map(({ _id }) => _id)).size).to.equal(2_000);
    const groups = await units.aggregate([{ $group: { _id: '$n' } }], { batchSize: 100 }).toArray();
    expect(groups).to.have.length(2_000);
  });

  it('are not upserted when an existing document with the same key does not match the filter', async () => {
    const codes = collectionOf('taken');
    await codes.insertOne({ _id: 'code', used: true });
    const upsert = codes.updateOne({ _id: 'code', used: false }, { $set: { at: 1 } }, { upsert: true });
    expect(await upsert.catch((error: unknown) => error)).to.have.property('code', 11_000);
    expect(await codes.find().toArray()).to.deep.equal([{ _id: 'code', used: true }]);
  });

  it('are changed one after the other by simultaneous writers', async () => {
    const codes = collectionOf('codes');
    await codes.insertMany([{ _id: 'code', used: false }, ...['a', 'b'].map((_id) => ({ _id, n: 0 }))]);
    const redeemed = await Promise.all(
      Array.from({ length: 60 }, () => codes.findOneAndUpdate({ _id: 'code', used: false }, { $set: { used: true } })),
    );
    expect(redeemed.filter((code) => code !== null)).to.have.length(1);
    // The writers lock the documents in opposite order, so that PostgreSQL detects deadlocks.
    const increments = (ids: string[]) =>
      ids.map((_id) => ({ updateOne: { filter: { _id }, update: { $inc: { n: 1 } } } }));
    await Promise.all(
      Array.from({ length: 40 }, (_, n) => codes.bulkWrite(increments(n % 2 === 0 ? ['a', 'b'] : ['b', 'a']))),
    );
    expect((await codes.find({ n: { $exists: true } }).toArray()).map(({ n }) => n)).to.deep.equal([40, 40]);
    await Promise.all(
      Array.from({ length: 30 }, () => codes.updateOne({ _id: 'new' }, { $inc: { n: 1 } }, { upsert: true })),
    );
    expect(await codes.findOne({ _id: 'new' })).to.deep.equal({ _id: 'new', n: 30 });
  });
});
