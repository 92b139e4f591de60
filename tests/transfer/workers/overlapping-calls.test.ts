import type { ImportRowsRequest } from '@plotline/protos/plotline/records/v1/records';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { createImportRun, type ImportRun } from '../support/import-run.js';

const columns = ['external_id', 'name', 'email'];
const asCsv = { columns, mapping: columns.map((name) => ({ column: name, field: name })) };

function toCsv(count: number, toId = (number: number) => `crm-${number}`, toEmail = () => 'a@example.com'): string {
  const rows = Array.from({ length: count }, (_, place) => `${toId(place + 1)},Lead ${place + 1},${toEmail()}\n`);
  return `${columns.join()}\n${rows.join('')}`;
}

/** Holds the answers to calls back, until they are let go by their first rows. */
function holdAnswers({ records }: ImportRun) {
  const held = new Map<number, () => void>();
  records.beforeAnswer = ({ rows: [first] }: ImportRowsRequest) =>
    new Promise((resolve) => {
      held.set(first?.number ?? 0, resolve);
    });
  return {
    held: () => [...held.keys()],
    letGo: (row: number) => {
      held.get(row)?.();
      held.delete(row);
    },
  };
}

async function untilHeld(answers: ReturnType<typeof holdAnswers>, rows: readonly number[]): Promise<void> {
  await eventually(() => expect(answers.held()).to.deep.equal(rows));
}

describe('The calls of an import of new leads', () => {
  it('are two at a time, and their results are committed in the order of the file', async () => {
    const run = createImportRun(
      toCsv(1_400, undefined, () => 'none'),
      asCsv,
    );
    const answers = holdAnswers(run);
    const work = run.run();
    await untilHeld(answers, [1, 501]);
    answers.letGo(501);
    await untilHeld(answers, [1]);
    expect(run.job.state.row).to.equal(0);
    answers.letGo(1);
    await untilHeld(answers, [1_001]);
    expect(run.job).to.deep.include({
      processed: 1_000,
      counts: { created: 0, updated: 0, unchanged: 0, failed: 1_000 },
    });
    answers.letGo(1_001);
    await work;
    expect(run.keptRows).to.deep.equal(Array.from({ length: 1_400 }, (_, place) => place + 1));
  });

  it('wait for each other when rows have the same external id, and where rows may be duplicates', async () => {
    const shared = createImportRun(
      toCsv(700, (number) => (number === 600 ? 'crm-20' : `crm-${number}`)),
      asCsv,
    );
    const unique = createImportRun(toCsv(700), { ...asCsv, on_duplicate: 'return' });
    for (const run of [shared, unique]) {
      const answers = holdAnswers(run);
      const work = run.run();
      await untilHeld(answers, [1]);
      answers.letGo(1);
      await untilHeld(answers, [501]);
      expect(run.job.state.row).to.equal(500);
      answers.letGo(501);
      await work;
    }
  });

  it('that are under way are counted when the import is cancelled, and no further ones are made', async () => {
    const run = createImportRun(toCsv(2_000), asCsv);
    const answers = holdAnswers(run);
    const work = run.run().catch((error: unknown) => error);
    await untilHeld(answers, [1, 501]);
    const reason = new Error('cancelled');
    run.stop(reason);
    answers.letGo(1);
    answers.letGo(501);
    expect(await work).to.equal(reason);
    expect(run.records.requests).to.have.length(2);
    expect(run.job.counts.created).to.equal(1_000);
    expect(run.records.stored).to.have.length(1_000);
  });
});
