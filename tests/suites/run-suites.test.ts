import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { type RunnableSuite, runSuites } from './run-suites.js';

async function run(suites: readonly RunnableSuite[], atOnce = 2) {
  const lines: string[] = [];
  const result = await runSuites(suites, atOnce, (line) => lines.push(line));
  return { result, lines: lines.filter((line) => !/^ *\d+\.\d s {2}/.test(line)) };
}

describe('test suites', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'plotline-suites-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /**
   * Creates a suite that runs a script. The script can use `fs`, and finds the path of a file that the suites share in
   * `file`.
   */
  function createSuite(name: string, script: string): RunnableSuite {
    const file = JSON.stringify(join(folder, 'shared'));
    return {
      name,
      command: process.execPath,
      args: ['-e', `const fs = require('node:fs'), file = ${file}; ${script}`],
    };
  }

  it('are counted together, and none is broken when all passed', async () => {
    const { result } = await run([
      createSuite('a', "console.log('3 passed, 0 failed')"),
      createSuite('b', "console.log('4 passed, 0 failed, 1 skipped')"),
    ]);
    expect(result).to.deep.include({ passed: 7, failed: 0, skipped: 1, brokenSuites: [] });
  });

  it('are broken by an exit code, or if they end before the tests are counted', async () => {
    const { result } = await run([
      createSuite('a', "console.log('3 passed, 2 failed'); process.exitCode = 2"),
      createSuite('b', "console.log('4 passed, 0 failed'); process.exitCode = 1"),
      createSuite('c', ''),
      createSuite('d', "process.kill(process.pid, 'SIGKILL')"),
      { name: 'e', command: join(folder, 'no-program'), args: [] },
    ]);
    expect(result.brokenSuites.map(({ name }) => name)).to.have.members(['a', 'b', 'c', 'd', 'e']);
    expect([result.passed, result.failed]).to.deep.equal([7, 2]);
  });

  it("that are broken repeat mocha's report of their failures, up to 200 lines", async () => {
    const { result } = await run([
      createSuite('well', "console.log('fine\\n1 passed, 0 failed')"),
      createSuite(
        'few',
        "console.log('fine\\n\\n  1 failing\\n\\n  1) this\\n0 passed, 1 failed'); process.exitCode = 1",
      ),
      createSuite(
        'many',
        "console.log('  1 failing\\n' + 'line\\n'.repeat(250) + '0 passed, 1 failed'); process.exitCode = 1",
      ),
    ]);
    const repeated = new Map(result.brokenSuites.map(({ name, lastWords }) => [name, lastWords]));
    expect([...repeated.keys()]).to.have.members(['few', 'many']);
    expect(repeated.get('few')).to.deep.equal(['  1 failing', '', '  1) this']);
    expect(repeated.get('many')).to.have.lengthOf(201);
    expect(repeated.get('many')?.at(-1)).to.equal('  … 51 more lines, see above');
  });

  it('that end without reporting a failure repeat their last 20 lines', async () => {
    const script = "for (let i = 0; i < 30; i += 1) console.log('line ' + i); process.exitCode = 1";
    const { result } = await run([createSuite('a', script)]);
    expect(result.brokenSuites[0]?.lastWords).to.have.lengthOf(20);
    expect(result.brokenSuites[0]?.lastWords.at(-1)).to.equal('line 29');
  });

  it('run at the same time, but are written in order, without their closing lines', async () => {
    const untilShared =
      'while (!fs.existsSync(file)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);';
    const { lines } = await run([
      createSuite('a', `console.log('a 1'); ${untilShared} console.log('a 2\\n1 passed, 0 failed');`),
      createSuite('b', `console.log('b 1\\nb 2\\n1 passed, 0 failed'); fs.writeFileSync(file, '');`),
    ]);
    expect(lines).to.deep.equal(['a 1', 'a 2', 'b 1', 'b 2']);
  });

  it('run at most the allowed number of suites at a time', async () => {
    const suites = [
      createSuite('a', "setTimeout(() => fs.writeFileSync(file, ''), 200); console.log('1 passed, 0 failed');"),
      createSuite('b', "console.log(Number(fs.existsSync(file)) + ' passed, 0 failed');"),
    ];
    expect((await run(suites, 1)).result.passed).to.equal(2);
  });
});
