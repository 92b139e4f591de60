import { expect } from 'chai';
import { refusalOf } from '../../support/refusal-of.js';
import { createImportRun, Death } from '../support/import-run.js';

function toCsv(count: number, toEmail = (number: number) => `lead${number}@example.com`): string {
  const rows = Array.from({ length: count }, (_, place) => `Lead ${place + 1},${toEmail(place + 1)}\n`);
  return `name,email\n${rows.join('')}`;
}

describe('The work on an import', () => {
  it('stores every row once and counts it once, wherever workers die', async () => {
    const csv = toCsv(2_750, (number) => (number % 10 === 0 ? 'none' : `lead${number}@example.com`));
    for (const commitsUntilDeath of [0, 1, 2]) {
      const run = createImportRun(csv);
      let deaths = 0;
      for (let isOver = false; !isOver; ) {
        await run.run(Math.max(commitsUntilDeath, Math.min(deaths, 1))).then(
          () => {
            isOver = true;
          },
          (error: unknown) => {
            expect(error).to.be.instanceOf(Death);
            deaths += 1;
          },
        );
      }
      expect(deaths).to.be.greaterThan(2);
      const names = run.records.stored.map(({ name }) => name);
      expect(names).to.have.length(2_475);
      expect(new Set(names).size).to.equal(2_475);
      expect(run.job.counts).to.deep.equal({ created: 2_475, updated: 0, unchanged: 0, failed: 275 });
      expect(run.job).to.deep.include({ processed: 2_750, total: 2_750 });
      expect(run.keptRows).to.deep.equal(Array.from({ length: 275 }, (_, place) => 10 * (place + 1)));
    }
  });

  it('goes on with the rows that a worker sent before it died, in the same call', async () => {
    const run = createImportRun(toCsv(1_200));
    await run.run(2).catch(() => undefined);
    expect(run.job.state.row).to.equal(500);
    await run.run();
    const calls = run.records.requests.map(({ rows }) => [rows[0]?.number, rows.at(-1)?.number]);
    expect(calls).to.deep.equal([
      [1, 500],
      [501, 1_000],
      [501, 1_000],
      [1_001, 1_200],
    ]);
  });

  it('sends no more than about a mebibyte in a call, and refuses a record that is larger alone', async () => {
    const notes = (length: number) => JSON.stringify({ email: 'a@b.c', notes: 'x'.repeat(length) });
    const lines = [...Array.from({ length: 8 }, () => notes(300_000)), notes(1_048_500), notes(10)];
    const run = createImportRun(`${lines.join('\n')}\n`, { format: 'jsonl', columns: null, mapping: null });
    await run.run();
    expect(run.records.requests.map(({ rows }) => rows.map(({ number }) => number))).to.deep.equal([
      [1, 2, 3, 4],
      [5, 6, 7, 8],
      [9, 10],
    ]);
    expect(run.job.counts).to.include({ created: 10, failed: 0 });
    const tooLarge = createImportRun(`${'"'.repeat(10)}\n${JSON.stringify({ notes: '\u0001'.repeat(170_000) })}`, {
      ...{ format: 'jsonl', columns: null, mapping: null },
    });
    await tooLarge.run();
    expect(tooLarge.job.counts).to.include({ created: 0, failed: 2 });
  });

  it('waits for the service that owns the records without an end of its attempts', async () => {
    const run = createImportRun(toCsv(10));
    run.records.outages = 3;
    const refusal = await refusalOf(() => run.run());
    expect([refusal.code, refusal.retryAfter]).to.deep.equal(['SERVICE_UNAVAILABLE', 15]);
    expect(run.job.counts.created).to.equal(0);
    await run.run();
    expect(run.job.counts.created).to.equal(10);
  });

  it('refuses a stored file that is not the one that was sent, before and after a resumption', async () => {
    const run = createImportRun(toCsv(1_200));
    await run.run(2).catch(() => undefined);
    run.content = toCsv(1_200).replace('Lead 1100,', 'Lead 1_00,');
    expect((await refusalOf(() => run.run())).message).to.match(/not the one that was sent/);
    const other = createImportRun(toCsv(20));
    other.content = toCsv(21);
    expect((await refusalOf(() => other.run())).message).to.match(/not the one that was sent/);
    expect(other.records.stored).to.deep.equal([]);
  });

  it('keeps the first 100,000 failed rows, and counts all', async () => {
    const run = createImportRun(toCsv(600, () => 'none'));
    run.job = { ...run.job, state: { row: 0, kept_rows: 99_900, kept_length: 0 } };
    await run.run();
    expect(run.keptRows).to.deep.equal(Array.from({ length: 100 }, (_, place) => place + 1));
    expect(run.job.counts.failed).to.equal(600);
  });
});
