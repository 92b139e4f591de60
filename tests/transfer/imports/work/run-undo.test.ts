import type { Job, JobProgress } from '@plotline/kit/tasks/job';
import { createLog } from '@plotline/kit/telemetry/log';
import { RemovalOutcome } from '@plotline/protos/plotline/records/v1/records';
import { noRemovals, type UndoData, undoBegin } from '@plotline/transfer/imports/model/undo';
import type { CreatedChunk } from '@plotline/transfer/imports/store/created-records';
import { countOutcomes, createRunUndo } from '@plotline/transfer/imports/work/run-undo';
import { expect } from 'chai';
import { testCaller } from '../../../support/test-runtime.js';
import { createImportRun, Death } from '../../support/import-run.js';
import { createStubRecords } from '../../support/stub-records.js';

const importId = 'imp_01k9zq6h3m8v2x4c5b7n9p0rst';
const created_at = new Date('2026-03-02T12:00:00.000Z');

function createChunk(row: number, count: number): CreatedChunk {
  const ids = Array.from({ length: count }, (_, place) => `lead_${row}_${place}`);
  return { id: `${importId}-${row}`, version: 1, import_id: importId, row, ids, created_at };
}

/** Undo of the records in the chunks, with its dependencies in memory. */
function createUndoRun(chunks: readonly CreatedChunk[]) {
  const records = createStubRecords();
  const { input: _input, state: _state, counts: _counts, ...common } = createImportRun('').job;
  const input = { resource: 'leads', about: importId } as const;
  let job: Job<UndoData> = { ...common, input, state: undoBegin, counts: noRemovals };
  const createdRecords = {
    findNext: async (_tenant: unknown, _id: string, row: number) => chunks.find((chunk) => chunk.row > row) ?? null,
  };
  const work = createRunUndo({ recordRemover: records, createdRecords, pausesMs: [1, 1] });
  const run = async (commitsUntilDeath = Infinity) => {
    let commits = 0;
    const commit = async (progress: JobProgress<UndoData>) => {
      if (commits >= commitsUntilDeath) throw new Death();
      commits += 1;
      job = { ...job, ...progress };
      return job;
    };
    const signal = new AbortController().signal;
    await work(job, { caller: () => testCaller(), signal, log: createLog('test', 'silent'), commit });
  };
  return { records, run, getJob: () => job };
}

describe('An undo that is being processed', () => {
  it('sends created records in small calls and counts each once, even if workers die at any point', async () => {
    const chunks = [createChunk(500, 250), createChunk(1_000, 1), createChunk(2_000, 200)];
    for (const commitsUntilDeath of [0, 1, 2]) {
      const { records, run, getJob } = createUndoRun(chunks);
      records.kept.set('lead_500_3', RemovalOutcome.REMOVAL_OUTCOME_CHANGED);
      records.kept.set('lead_2000_1', RemovalOutcome.REMOVAL_OUTCOME_HAS_DEAL);
      let deaths = 0;
      for (let isOver = false; !isOver; ) {
        await run(Math.max(commitsUntilDeath, Math.min(deaths, 1))).then(
          () => {
            isOver = true;
          },
          (error: unknown) => {
            expect(error).to.be.instanceOf(Death);
            deaths += 1;
          },
        );
      }
      expect(deaths).to.be.greaterThan(1);
      expect(getJob().counts).to.deep.equal({ ...noRemovals, removed: 449, changed: 1, has_deal: 1 });
      expect(getJob().processed).to.equal(451);
      const sent = new Set(records.removals.flatMap(({ ids }) => ids));
      expect([...sent]).to.deep.equal(chunks.flatMap(({ ids }) => ids));
      expect(Math.max(...records.removals.map(({ ids }) => ids.length))).to.equal(100);
      expect(records.removals[0]).to.include({ import_id: importId, resource: 'leads' });
    }
  });

  it('ends immediately if there are no created records', async () => {
    const { records, run, getJob } = createUndoRun([]);
    await run();
    expect([records.removals.length, getJob().counts]).to.deep.equal([0, noRemovals]);
  });

  it('waits while the service that owns the records is unavailable', async () => {
    const { records, run, getJob } = createUndoRun([createChunk(1, 1)]);
    records.outages = 2;
    await run();
    expect(getJob().counts.removed).to.equal(1);
  });

  it('counts a record as changed if its outcome is unknown', () => {
    const counts = countOutcomes(noRemovals, [
      RemovalOutcome.REMOVAL_OUTCOME_UNSPECIFIED,
      RemovalOutcome.REMOVAL_OUTCOME_DELETED,
    ]);
    expect(counts).to.deep.equal({ ...noRemovals, changed: 1, deleted: 1 });
  });
});
