import { expect } from 'chai';
import { repeatFailed } from './repeat-failed.js';
import type { RunnableSuite, SuitesResult } from './run-suites.js';

const passing = { passed: 10, failed: 0, skipped: 0, brokenSuites: [], seconds: new Map<string, number>() };

/** Creates the result of a run in which these suites failed. */
function broken(names: readonly string[], failed: number): SuitesResult {
  return { ...passing, failed, brokenSuites: names.map((name) => ({ name, lastWords: [] })) };
}

const time = (suite: string, file: string, failed: number) => ({ suite, file, failed, tests: 5, seconds: 1 });
const toRunnable = ({ file }: { file: string }): RunnableSuite => ({ name: file, command: 'node', args: [file] });

/** Repeats failed files in a second run in which `failing` fail, and returns the repeated files. */
async function repeat(first: SuitesResult, files: ReturnType<typeof time>[], failing: readonly string[] = []) {
  const ran: string[] = [];
  const result = await repeatFailed(first, files, toRunnable, async (suites) => {
    ran.push(...suites.map(({ name }) => name));
    return broken(failing, failing.length);
  });
  return { ran, result };
}

describe('failed test files', () => {
  it('are repeated alone, and if they then pass, the run passes and lists them', async () => {
    const { ran, result } = await repeat(broken(['flows'], 2), [
      time('flows', 'a.test.ts', 2),
      time('flows', 'b.test.ts', 0),
    ]);
    expect(ran).to.deep.equal(['a.test.ts']);
    expect(result).to.deep.include({ passed: 12, failed: 0, brokenSuites: [], unsteady: ['a.test.ts'] });
  });

  it('fail the run when they fail again', async () => {
    const files = [time('flows', 'a.test.ts', 1), time('browser', 'b.test.ts', 1)];
    const { result } = await repeat(broken(['flows', 'browser'], 2), files, ['b.test.ts']);
    expect(result.brokenSuites.map(({ name }) => name)).to.deep.equal(['browser']);
    expect([result.passed, result.failed, result.unsteady]).to.deep.equal([11, 1, ['a.test.ts']]);
  });

  it('are not repeated when there are more than three, or when a suite broke without reporting one', async () => {
    const many = ['a', 'b', 'c', 'd'].map((name) => time('flows', name, 1));
    expect((await repeat(broken(['flows'], 4), many)).ran).to.deep.equal([]);
    const { ran, result } = await repeat(broken(['flows', 'browser'], 1), [time('flows', 'a', 1)]);
    expect([ran, result.brokenSuites.length]).to.deep.equal([[], 2]);
  });

  it('are not repeated when their suite passed, like files that a test runs itself', async () => {
    const { ran } = await repeat(broken(['flows'], 1), [
      time('flows', 'a.test.ts', 1),
      time('unit:rest', 'planted.cjs', 1),
    ]);
    expect(ran).to.deep.equal(['a.test.ts']);
  });
});
