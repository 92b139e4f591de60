import { parseCommand } from '@plotline/documentdb-bridge/command';
import { CommandFailure } from '@plotline/documentdb-bridge/errors/command-failure';
import { checkCommand } from '@plotline/documentdb-bridge/rules/command-rules';
import { writeDocument } from '@plotline/documentdb-bridge/wire/document';
import type { Document } from 'bson';
import { expect } from 'chai';
import { transactionFields } from './wire-client.js';

const { first, further, end } = transactionFields(Buffer.alloc(16, 1), 1);

/** Returns the error code of a refused command, or null if the command is accepted. */
function findRefusal(command: Document): number | null {
  try {
    checkCommand(
      parseCommand({ body: writeDocument({ ...command, $db: command['$db'] ?? 'plotline' }), sequences: [] }),
    );
    return null;
  } catch (error) {
    if (error instanceof CommandFailure) return error.error.code;
    throw error;
  }
}

const aggregate = (...pipeline: Document[]): Document => ({ aggregate: 'leads', pipeline, cursor: {} });
const bulkWrite = (ns: string) => ({ bulkWrite: 1, ops: [], nsInfo: [{ ns }], $db: 'admin' });

describe('the restrictions of MongoDB', () => {
  it('apply to commands in a transaction', () => {
    const names = ['count', 'distinct', 'explain', 'create', 'createIndexes', 'dropIndexes', 'drop', 'dropDatabase'];
    const others = ['collMod', 'listCollections', 'listIndexes', 'listDatabases', 'ping', 'buildInfo', 'endSessions'];
    for (const name of [...names, ...others]) {
      expect(findRefusal({ [name]: 'leads', ...further }), name).to.equal(263);
      expect(findRefusal({ [name]: 'leads' }), `${name} alone`).to.equal(null);
    }
    expect(findRefusal({ killCursors: 'leads', cursors: [], ...first })).to.equal(263);
    expect(findRefusal({ killCursors: 'leads', cursors: [], ...further })).to.equal(null);
  });

  it('apply to stages in a transaction, including nested stages', () => {
    const stages: Document[] = [
      { $unionWith: 'deals' },
      { $out: 'deals' },
      { $merge: { into: 'deals' } },
      { $changeStream: {} },
      { $collStats: {} },
      { $currentOp: {} },
      { $indexStats: {} },
      { $planCacheStats: {} },
      { $listSessions: {} },
      { $listLocalSessions: {} },
    ];
    for (const stage of stages) {
      const name = Object.keys(stage)[0];
      const inner = { from: 'deals', pipeline: [stage], as: 'deals' };
      expect(findRefusal({ ...aggregate(stage), ...further }), name).to.equal(263);
      expect(findRefusal({ ...aggregate({ $lookup: inner }), ...further }), `${name} in $lookup`).to.equal(263);
      expect(findRefusal({ ...aggregate({ $facet: { one: [stage] } }), ...further }), `${name} in $facet`).to.equal(
        263,
      );
      expect(findRefusal(aggregate(stage)), `${name} alone`).to.equal(null);
    }
    const allowed = aggregate({ $match: { name: '$out' } }, { $lookup: { from: 'deals', as: 'deals', pipeline: [] } });
    expect(findRefusal({ ...allowed, ...further })).to.equal(null);
  });

  it('apply to internal databases and collections in a transaction', () => {
    for (const $db of ['admin', 'config', 'local']) {
      expect(findRefusal({ find: 'leads', ...further, $db }), $db).to.equal(263);
      expect(findRefusal({ ...bulkWrite(`${$db}.leads`), ...further, $db: 'admin' }), $db).to.equal(263);
    }
    expect(findRefusal({ find: 'system.views', ...further })).to.equal(263);
    expect(findRefusal({ ...bulkWrite('plotline.system.views'), ...further, $db: 'admin' })).to.equal(263);
    expect(findRefusal({ ...bulkWrite('plotline.leads'), ...further, $db: 'admin' })).to.equal(null);
    expect(findRefusal({ commitTransaction: 1, ...end })).to.equal(null);
  });

  it('apply to concerns in a transaction', () => {
    const read = { find: 'leads', readConcern: { level: 'snapshot' } };
    expect(findRefusal({ ...read, ...first })).to.equal(null);
    expect(findRefusal({ ...read, ...further })).to.equal(72);
    expect(findRefusal({ insert: 'leads', documents: [], writeConcern: { w: 1 }, ...further })).to.equal(72);
    expect(findRefusal({ commitTransaction: 1, writeConcern: { w: 1 }, ...end })).to.equal(null);
  });

  it('apply outside of transactions', () => {
    const readConcern = { level: 'snapshot' };
    expect(findRefusal({ count: 'leads', readConcern })).to.equal(72);
    for (const name of ['find', 'aggregate', 'distinct'])
      expect(findRefusal({ [name]: 'leads', readConcern })).to.equal(null);
    for (const name of ['limit', 'skip', 'batchSize', 'maxTimeMS']) {
      expect(findRefusal({ find: 'leads', [name]: -1 }), name).to.equal(51_024);
      expect(findRefusal({ find: 'leads', [name]: 0 }), name).to.equal(null);
    }
    expect(findRefusal(aggregate({ $project: {} }))).to.equal(51_272);
    expect(findRefusal(aggregate({ $project: { name: 1 } }))).to.equal(null);
    expect(findRefusal({ update: 'leads', updates: [{ q: {}, u: {}, hint: 'name' }] })).to.equal(115);
    expect(findRefusal({ delete: 'leads', deletes: [{ q: {}, limit: 0, hint: 'name' }] })).to.equal(115);
    expect(findRefusal({ update: 'leads', updates: [{ q: { hint: 1 }, u: {} }] })).to.equal(null);
  });
});
