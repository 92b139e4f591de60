import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { connectDatabase } from '@plotline/documentdb-bridge/database';
import { defaultLimits } from '@plotline/documentdb-bridge/limits';
import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { collectionOf, useDocumentdb } from '../../deploy/local/stores/documentdb/documentdb-fixture.js';

describe('indexes through the bridge', () => {
  const documentdb = useDocumentdb();
  let connection: Connection;

  before(async () => {
    connection = await documentdb.connect();
  });

  /** Runs the server's job that removes expired documents. The job normally runs once a minute. */
  async function lookEachSecond(): Promise<void> {
    const database = connectDatabase(documentdb.socketDirectory(), defaultLimits);
    const text =
      "UPDATE cron.job SET schedule = '1 second' WHERE command LIKE '%delete_expired_rows%' RETURNING schedule";
    expect(await database.run({ name: 'look_each_second', text }, [])).to.deep.equal(['1 second']);
    await database.close();
  }

  async function failure(work: Promise<unknown>): Promise<Record<string, unknown>> {
    return work.then(
      () => ({}),
      (error: unknown) => ({ ...(error instanceof Error ? error : {}), message: String(error) }),
    );
  }

  it('are unique as soon as they are created, and report duplicates like mongod', async () => {
    const agents = collectionOf(connection, 'agents');
    await agents.createIndex({ email: 1, workspace_id: 1 }, { unique: true, name: 'by_email' });
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        failure(agents.insertOne({ _id: `a${n}`, email: 'x@y.z', workspace_id: 'w' })),
      ),
    );
    expect(results.filter(({ code }) => code === undefined)).to.have.length(1);
    const refusal = results.find(({ code }) => code !== undefined);
    expect(refusal).to.include({ code: 11_000 });
    expect(refusal?.['keyPattern']).to.deep.equal({ email: 1, workspace_id: 1 });
    expect(refusal?.['keyValue']).to.deep.equal({ email: 'x@y.z', workspace_id: 'w' });
    expect(refusal?.['message']).to.match(
      /E11000 duplicate key error collection: test_0\.agents index: by_email dup key/,
    );
    await agents.insertOne({ _id: 'other', email: 'o@y.z', workspace_id: 'w' });
    for (const work of [
      () => agents.updateOne({ _id: 'other' }, { $set: { email: 'x@y.z' } }),
      () => agents.findOneAndUpdate({ _id: 'other' }, { $set: { email: 'x@y.z' } }),
    ]) {
      expect(await failure(work())).to.deep.include({ code: 11_000, keyPattern: { email: 1, workspace_id: 1 } });
    }
    expect(await failure(agents.insertOne({ _id: 'other' }))).to.deep.include({ code: 11_000, keyPattern: { _id: 1 } });
  });

  it('apply to the documents that match a partial filter, and skip missing fields when sparse', async () => {
    const keys = collectionOf(connection, 'keys');
    await keys.createIndex({ key: 1 }, { unique: true, partialFilterExpression: { live: true }, name: 'live_key' });
    await keys.createIndex({ hash: 1 }, { unique: true, sparse: true, name: 'hash' });
    await keys.insertMany([
      { _id: '1', key: 'k', live: true },
      { _id: '2', key: 'k', live: false },
      { _id: '3', key: 'k', live: false, hash: 'h' },
    ]);
    expect(await failure(keys.insertOne({ _id: '4', key: 'k', live: true }))).to.include({ code: 11_000 });
    expect(await failure(keys.insertOne({ _id: '5', hash: 'h' }))).to.include({ code: 11_000 });
    const listed = await keys.listIndexes().toArray();
    expect(listed.map(({ name }) => name)).to.have.members(['_id_', 'live_key', 'hash']);
    const command = { listIndexes: 'keys', cursor: {}, includeIndexBuildInfo: true };
    const described = await connection.getClient().db(connection.name).runCursorCommand(command).toArray();
    expect(described).to.deep.equal(listed.map((spec) => ({ spec })));
    await keys.dropIndex('hash');
    await keys.insertOne({ _id: '5', hash: 'h' });
  });

  it('serve a filter with its sort order without a separate sort, once the table has grown and has statistics', async () => {
    const units = collectionOf(connection, 'units');
    await units.createIndex({ workspace_id: 1, created_at: -1, _id: -1 }, { name: 'newest' });
    await units.createIndex({ tags: 1 }, { name: 'tags' });
    for (let batch = 0; batch < 5; batch += 1) {
      await units.insertMany(
        Array.from({ length: 1_000 }, (_, n) => ({
          _id: `u${batch}-${n}`,
          workspace_id: `w${n % 4}`,
          created_at: batch * 1_000 + n,
          tags: ['a', `t${n % 10}`],
        })),
      );
    }
    const expected = { stage: 'LIMIT', inputStage: { stage: 'IXSCAN', indexName: 'newest' } };
    let plan: unknown;
    for (let attempt = 0; attempt < 100 && !isDeepStrictEqual(plan, expected); attempt += 1) {
      if (attempt > 0) await delay(200);
      const cursor = units.find({ workspace_id: 'w1' }).sort({ created_at: -1, _id: -1 }).limit(20);
      plan = (await cursor.explain('queryPlanner'))['queryPlanner']['winningPlan'];
    }
    expect(plan).to.deep.equal(expected);
  });

  it('expire documents after their time to live', async () => {
    const sessions = collectionOf(connection, 'sessions');
    await sessions.createIndex({ expires_at: 1 }, { expireAfterSeconds: 0 });
    await sessions.insertMany([
      { _id: 'over', expires_at: new Date(Date.now() - 1_000) },
      { _id: 'valid', expires_at: new Date(Date.now() + 3_600_000) },
    ]);
    await lookEachSecond();
    for (let attempt = 0; attempt < 200 && (await sessions.countDocuments({})) > 1; attempt += 1) await delay(500);
    expect(await sessions.distinct('_id')).to.deep.equal(['valid']);
  });
});
