import { ImportRowsRequest } from '@plotline/protos/plotline/records/v1/records';
import { expect } from 'chai';
import { refusalOf } from '../../../support/refusal-of.js';
import { createImportRun, Death, type ImportRun } from '../../support/import-run.js';

function toCsv(count: number, toEmail = (number: number) => `lead${number}@example.com`): string {
  const rows = Array.from({ length: count }, (_, place) => `Lead ${place + 1},${toEmail(place + 1)}\n`);
  return `name,email\n${rows.join('')}`;
}

/** Row numbers in each call. */
function numberRows({ records }: ImportRun): number[][] {
  return records.requests.map(({ rows }) => rows.map(({ number }) => number));
}

describe('An import that is being processed', () => {
  it('stores and counts every row once, even if workers die at any point', async () => {
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
      expect(new Set(run.createdIds).size).to.equal(2_475);
      expect([run.createdIds.length, run.job.state.recorded]).to.deep.equal([2_475, 2_475]);
      expect(run.keptRows).to.deep.equal(Array.from({ length: 275 }, (_, place) => 10 * (place + 1) + 1));
    }
  });

  it("counts records, but uses the spreadsheet's numbers for failed rows", async () => {
    const run = createImportRun('name,email\n\n"Ann\nLee",ann@example.com\n,\nBo,none\n\nCy,none\n');
    await run.run();
    expect(run.job).to.deep.include({ processed: 3, total: 3 });
    expect(run.keptRows).to.deep.equal([5, 7]);
  });

  it("continues with the rows in a dead worker's last call, and sends the same call", async () => {
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

  it('fails with the last known row if rows could be stored twice because their response has expired', async () => {
    const hourMs = 3_600_000;
    const interrupt = async (input: object, hours: number, csv = toCsv(1_200)) => {
      const run = createImportRun(csv, input);
      await run.run(2).catch(() => undefined);
      run.now = new Date(run.now.getTime() + hours * hourMs);
      return run;
    };
    const run = await interrupt({}, 24);
    const calls = run.records.requests.length;
    const refusal = await refusalOf(() => run.run());
    expect(refusal.code).to.equal('CONFLICT');
    expect(refusal.message).to.include('rows 502 to 1001 may').and.include('the rows before these are known');
    expect(run.records.requests).to.have.length(calls);

    const others = [
      await interrupt({}, 22),
      await interrupt({ mode: 'upsert' }, 24),
      await interrupt({ on_duplicate: 'reject' }, 24),
      await interrupt({ dry_run: true }, 24),
    ];
    for (const other of others) {
      await other.run();
      expect(other.job.processed).to.equal(1_200);
    }
  });

  it('sends less than four mebibytes per call, and refuses a record larger than one mebibyte', async () => {
    const toLines = (text: string, lengths: readonly number[]) => {
      const lines = lengths.map((length) => JSON.stringify({ email: 'a@b.c', notes: text.repeat(length) }));
      return createImportRun(`${lines.join('\n')}\n`, { format: 'jsonl', columns: null, mapping: null });
    };
    const plain = toLines('x', [...Array.from({ length: 8 }, () => 300_000), 1_048_500, 10]);
    await plain.run();
    expect(numberRows(plain)).to.deep.equal([
      [1, 2, 3, 4, 5, 6, 7],
      [8, 9, 10],
    ]);
    expect(plain.job.counts).to.include({ created: 10, failed: 0 });
    // Each character has three bytes.
    const chinese = toLines('界', [340_000, 340_000, 340_000, 750_000, 750_000]);
    await chinese.run();
    expect(numberRows(chinese)).to.deep.equal([[1, 2, 3]]);
    expect(chinese.job.counts).to.include({ created: 3, failed: 2 });
    for (const request of [...plain.records.requests, ...chinese.records.requests]) {
      expect(ImportRowsRequest.encode(request).finish().length).to.be.below(4_194_304);
    }
  });

  it('reads each row in the notation that the whole file shows, even after a worker has died', async () => {
    const rows = Array.from({ length: 1_200 }, (_, place) => `Lead ${place},a${place}@example.com,03/11/2026\n`);
    const csv = `name,email,last_contacted\n${rows.join('')}Last,last@example.com,25/11/2026\n`;
    const fields = ['name', 'email', 'last_contacted'];
    const mapping = fields.map((name) => ({ column: name, field: name }));
    const run = createImportRun(csv, { columns: fields, mapping });
    await run.run(2).catch(() => undefined);
    expect(run.job.state.evidence).to.have.length(1);
    await run.run();
    expect(run.job.counts).to.include({ created: 1_201, failed: 0 });
    expect(new Set(run.records.stored.map((record) => record.last_contacted))).to.have.all.keys(
      '2026-11-03T00:00:00.000Z',
      '2026-11-25T00:00:00.000Z',
    );
  });

  it('reports all errors in a row together: errors in its values, and errors that the service finds', async () => {
    const fields = ['name', 'email', 'source', 'budget.max'];
    const mapping = fields.map((name) => ({ column: name, field: name }));
    const csv = `${fields.join(',')}\nAda,none,pigeon,much\nBen,ben@example.com,website,5\n`;
    const run = createImportRun(csv, { columns: fields, mapping });
    await run.run();
    expect(run.job.counts).to.include({ created: 1, failed: 1 });
    expect(run.records.stored).to.have.length(1);
    expect(run.keptFaults[0]?.map(({ field }) => field)).to.deep.equal(['source', 'budget.max', 'email']);
  });

  it('reports in a dry run how many records the earlier rows would create, because these use up the quota', async () => {
    const countBefore = async (input: object) => {
      const run = createImportRun(
        toCsv(1_200, (number) => (number === 7 ? 'none' : `lead${number}@example.com`)),
        input,
      );
      await run.run();
      return run.records.requests.map(({ created_before }) => created_before);
    };
    expect(await countBefore({ dry_run: true })).to.deep.equal([0, 499, 999]);
    expect(await countBefore({})).to.deep.equal([0, 0, 0]);
  });

  it('keeps the first rows of a dry run as they would be stored', async () => {
    const run = createImportRun(
      toCsv(600, (number) => (number === 2 ? 'none' : `lead${number}@example.com`)),
      { dry_run: true },
    );
    await run.run();
    const { sample = [] } = run.job.state;
    expect(sample).to.have.length(20);
    expect(JSON.parse(sample[0]?.record ?? '')).to.deep.equal({ name: 'Lead 1', email: 'lead1@example.com' });
    expect(sample[1]?.faults.map(({ field }) => field)).to.deep.equal(['email']);
  });

  it('buffers at most about two mebibytes of the file per call', async () => {
    const others = Array.from({ length: 3 }, (_, place) => `other ${place}`);
    const rows = Array.from({ length: 50 }, (_, place) => {
      const email = place === 3 ? 'none' : 'ada@example.com';
      return `Ada,${email},${others.map(() => 'x'.repeat(20_000)).join(',')}\n`;
    });
    const run = createImportRun(`name,email,${others.join(',')}\n${rows.join('')}`);
    await run.run();
    expect(numberRows(run).map(({ length }) => length)).to.deep.equal([35, 15]);
    expect(run.job.counts).to.include({ created: 49, failed: 1 });
    expect(Object.keys(JSON.parse(run.keptValues[0] ?? ''))).to.deep.equal(['name', 'email', ...others]);
  });

  it('stores the columns of a large failed record that fit into 65,536 characters', async () => {
    const lengths = [20_000, 20_000, 20_000, 20_000, 10];
    const header = ['name', 'email', ...lengths.map((_, place) => `other ${place}`)].join(',');
    const run = createImportRun(`${header}\nAda,none,${lengths.map((length) => 'x'.repeat(length)).join(',')}\n`);
    await run.run();
    const [kept = ''] = run.keptValues;
    expect(kept.length).to.be.at.most(65_536);
    const columns = ['name', 'email', 'other 0', 'other 1', 'other 2', 'other 4'];
    expect(Object.keys(JSON.parse(kept))).to.deep.equal(columns);
  });

  it('counts the rows of an unread response before a cancelled import ends', async () => {
    const csv = toCsv(1_200, (number) => (number % 100 === 0 ? 'none' : `lead${number}@example.com`));
    const run = createImportRun(csv);
    await run.run(2).catch(() => undefined);
    expect([run.job.processed, run.records.stored.length]).to.deep.equal([500, 990]);
    run.records.outages = 2;
    await run.finishCancelled();
    expect(run.job.counts).to.deep.equal({ created: 990, updated: 0, unchanged: 0, failed: 10 });
    expect(run.job).to.deep.include({ processed: 1_000, total: 1_200 });
    expect(run.keptRows).to.deep.equal(Array.from({ length: 10 }, (_, place) => 100 * (place + 1) + 1));
    await run.finishCancelled();
    expect(run.job.processed, 'nothing more was sent').to.equal(1_000);
    expect(run.records.stored).to.have.length(990);
  });

  it('requests no response for a cancelled import that has sent nothing, or that is a dry run', async () => {
    for (const run of [createImportRun(toCsv(10)), createImportRun(toCsv(10), { dry_run: true })]) {
      if (run.job.input.dry_run) await run.run(1).catch(() => undefined);
      const sent = run.records.requests.length;
      await run.finishCancelled();
      expect([run.records.requests.length, run.job.counts.created]).to.deep.equal([sent, 0]);
    }
  });

  it('retries indefinitely while the service that owns the records is down', async () => {
    const run = createImportRun(toCsv(10));
    run.records.outages = 3;
    const refusal = await refusalOf(() => run.run());
    expect([refusal.code, refusal.retryAfter]).to.deep.equal(['SERVICE_UNAVAILABLE', 15]);
    expect(run.job.counts.created).to.equal(0);
    await run.run();
    expect(run.job.counts.created).to.equal(10);
  });

  it('refuses a stored file that differs from the sent file, before and after resuming', async () => {
    const run = createImportRun(toCsv(1_200));
    await run.run(2).catch(() => undefined);
    run.content = toCsv(1_200).replace('Lead 1100,', 'Lead 1_00,');
    expect((await refusalOf(() => run.run())).message).to.match(/differs from the one that was sent/);
    const other = createImportRun(toCsv(20));
    other.content = toCsv(21);
    expect((await refusalOf(() => other.run())).message).to.match(/differs from the one that was sent/);
    expect(other.records.stored).to.deep.equal([]);
  });

  it('keeps the first 100,000 failed rows, and counts all of them', async () => {
    const run = createImportRun(toCsv(600, () => 'none'));
    run.job = { ...run.job, state: { row: 0, kept_rows: 99_900, kept_length: 0 } };
    await run.run();
    expect(run.keptRows).to.deep.equal(Array.from({ length: 100 }, (_, place) => place + 2));
    expect(run.job.counts.failed).to.equal(600);
  });
});
