import { execFile } from 'node:child_process';
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

  it('reports an invalid option and the accepted values', async () => {
    const refused = async (...options: string[]) => (await estimate(...options).catch((error) => error)).stderr;
    expect(await refused('--requests', 'many')).to.include(
      '--requests must be a number from 0 to 1000000, not "many".',
    );
    expect(await refused('--leads', '-1')).to.include('--leads');
    expect(await refused('--users', '5'))
      .to.include("'--users'")
      .and.include('Usage: node deploy/capacity.mjs');
  });
});
