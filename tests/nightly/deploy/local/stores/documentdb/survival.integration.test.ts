import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { collectionOf, useDocumentdb } from '../../../../../deploy/local/stores/documentdb/documentdb-fixture.js';

const WRITERS = 8;
const WRITES_PER_PHASE = 150;

describe('acknowledged data', () => {
  const documentdb = useDocumentdb();
  let connection: Connection;

  before(async () => {
    connection = await documentdb.connect({ maxPoolSize: WRITERS });
  });

  it('survives kill -9 of the database and the bridge during writes, and is still found by all indexes', async () => {
    const rows = collectionOf(connection, 'rows');
    const journal = collectionOf(connection, 'journal');
    await rows.insertOne({ _id: 'first' });
    const indexes = { words: { words: 1 }, writer: { writer: 1, n: -1 } } as const;
    for (const [name, keys] of Object.entries(indexes)) await rows.createIndex(keys, { name });
    await journal.insertOne({ _id: 'first' });
    const acknowledged = new Set<string>();
    const enough = (phase: number): boolean => acknowledged.size >= phase * WRITES_PER_PHASE;

    async function write(writer: number): Promise<void> {
      for (let n = 0; !enough(3); n += 1) {
        const _id = `${writer}-${n}`;
        const row = {
          _id,
          writer,
          n,
          words: Array.from({ length: 20 }, (_, word) => `${(n * 31) % 97} ${word} ${_id}`),
        };
        // Alternates between a single insert and a transaction with two inserts.
        const work =
          n % 2 === 0
            ? rows.insertOne(row)
            : connection.transaction(async (session) => {
                await rows.insertOne(row, { session });
                await journal.insertOne({ _id }, { session });
              });
        await work.then(
          () => acknowledged.add(_id),
          () => delay(20),
        );
      }
    }

    async function killDuring(phase: number, victim: 'server' | 'bridge'): Promise<void> {
      while (!enough(phase)) await delay(5);
      const before = documentdb.processes()[victim];
      process.kill(before, 'SIGKILL');
      while ([before, 0].includes(documentdb.processes()[victim])) await delay(5);
    }

    const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer));
    await killDuring(1, 'server');
    await killDuring(2, 'bridge');
    await Promise.all(writers);

    const found = new Set((await rows.find({}).toArray()).map(({ _id }) => _id));
    expect([...acknowledged].filter((id) => !found.has(id))).to.deep.equal([]);
    const journaled = new Set((await journal.find({}).toArray()).map(({ _id }) => _id));
    const inTransactions = [...found].filter((id) => Number(id.split('-')[1]) % 2 === 1);
    expect(inTransactions.filter((id) => !journaled.has(id))).to.deep.equal([]);
    expect([...journaled].filter((id) => !found.has(id))).to.deep.equal([]);

    const written = [...found].filter((id) => id !== 'first').sort();
    const byWriter = await rows.find({ writer: { $gte: 0 } }, { hint: 'writer' }).toArray();
    expect(byWriter.map(({ _id }) => _id).sort()).to.deep.equal(written);
    const byWord = await rows.find({ words: { $gte: '' } }, { hint: 'words' }).toArray();
    expect(byWord.map(({ _id }) => _id).sort()).to.deep.equal(written);
  });
});
