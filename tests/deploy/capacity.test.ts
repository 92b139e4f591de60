import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { root } from './compose-file.js';

const run = promisify(execFile);
const estimate = async (...options: string[]) =>
  (await run(process.execPath, [join(root, 'deploy', 'capacity.mjs'), ...options])).stdout;
/** Returns the cells that follow a row's name. */
const readRow = (table: string, name: string) =>
  table
    .split('\n')
    .find((line) => line.startsWith(`${name} `))
    ?.split(/\s{2,}/)
    .slice(1)
    .map(Number);

describe('deploy/capacity.mjs', () => {
  it('plans at least two processes per program, and more as the load grows', async () => {
    const small = await estimate('--requests', '1', '--leads', '0');
    expect(readRow(small, 'pipeline')).to.deep.equal([0, 2]);
    const large = await estimate('--requests', '10000', '--leads', '0');
    // 10,000 reads of 0.36 and 0.52 ms, and 0.7 of a core per process.
    expect(readRow(large, 'gateway')).to.deep.equal([3.6, 6]);
    expect(readRow(large, 'pipeline')).to.deep.equal([5.2, 8]);
  });

  it('counts permanent records for all days, and other records until they are removed', async () => {
    // One lead a second.
    const load = ['--leads', '10', '--average', '10', '--webhooks', '2', '--days', '100'];
    const table = await estimate(...load);
    expect(readRow(table, 'leads')).to.deep.equal([9.4]);
    expect(readRow(table, 'journal')).to.deep.equal([11.8]);
    expect(readRow(table, 'events')).to.deep.equal([2.9]);
    expect(readRow(table, 'deliveries')).to.deep.equal([5.2]);
  });

  it('counts the journal until it is archived, and then the archive and its bucket', async () => {
    // One lead a second, and 60 days whose entries are archived.
    const load = ['--leads', '10', '--average', '10', '--days', '100'];
    const table = await estimate(...load, '--journal-days', '40');
    expect(readRow(table, 'journal')).to.deep.equal([4.7]);
    expect(readRow(table, 'journal_archive')).to.deep.equal([2.6]);
    const [, bucket = ''] = table.split('bucket of the journal');
    expect(readRow(bucket, 'after 100 days')).to.deep.equal([1.1]);
    expect(readRow(bucket, 'growth in a month')).to.deep.equal([0.6]);
    const changed = await estimate(...load, '--changes', '5', '--journal-days', '40');
    expect(readRow(changed, 'journal')).to.deep.equal([23.7]);
    expect(readRow(changed, 'journal_archive'), 'one document for all changes').to.deep.equal([2.6]);
    // Nothing is archived within the period.
    const early = await estimate(...load, '--journal-days', '200');
    expect(readRow(early, 'journal')).to.deep.equal([11.8]);
    expect(readRow(early, 'journal_archive')).to.deep.equal([0]);
    expect(await estimate(...load))
      .not.to.include('bucket')
      .and.not.to.include('journal_archive');
  });

  it('prints the figures of the table about retention in capacity.md', async () => {
    const page = readFileSync(join(root, 'deploy', 'capacity.md'), 'utf8');
    const command = /^node deploy\/capacity\.mjs (.*) --journal-days 365$/m.exec(page)?.[1]?.split(' ') ?? [];
    const rows = [...page.matchAll(/^\| (\d+) +\| ([\d.]+) +\| ([\d.]+) +\| ([\d.]+) +\| ([\d.]+) +\|$/gm)];
    expect(rows).to.have.length(4);
    for (const [, days = '', ...listed] of rows) {
      const table = await estimate(...command, '--journal-days', days);
      const [database = '', bucket = ''] = table.split('bucket of the journal');
      const printed = [
        ...['journal', 'journal_archive', 'all'].map((name) => readRow(database, name)?.[0] ?? 0),
        readRow(bucket, 'after 1095 days')?.[0] ?? 0,
      ];
      expect(listed.map(Number), days).to.deep.equal(printed);
    }
  });

  it('reports an invalid option and the accepted values', async () => {
    const refused = async (...options: string[]) => (await estimate(...options).catch((error) => error)).stderr;
    expect(await refused('--requests', 'many')).to.include(
      '--requests must be a number from 0 to 1000000, not "many".',
    );
    expect(await refused('--leads', '-1')).to.include('--leads');
    expect(await refused('--journal-days', '6')).to.include(
      '--journal-days must be 0, or a number from 7 to 3650, not "6".',
    );
    expect(await refused('--users', '5'))
      .to.include("'--users'")
      .and.include('Usage: node deploy/capacity.mjs');
  });
});
