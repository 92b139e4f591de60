import { spawnSync } from 'node:child_process';
import { expect } from 'chai';

/** Runs a command in its own process, because the command sets the exit code. */
function run(...args: readonly string[]) {
  const program = `
    import { invalid, conflict } from '@plotline/kit/core/errors';
    import { CommandError, runCommand, UsageError } from '@plotline/kit/service/command-line';
    import { createLog } from '@plotline/kit/telemetry/log';
    await runCommand({
      usage: 'Usage: things.js <what>',
      options: { quick: { type: 'boolean', default: false } },
      positionals: { min: 1, max: 1 },
      run: async ({ values, positionals: [what] }) => {
        createLog('things', 'info').info('a log line');
        console.log(JSON.stringify({ what, ...values }));
        if (what === 'fails') throw new Error('cannot reach mongodb');
        if (what === 'refused') throw new CommandError('There is no thing of that name.');
        if (what === 'misused') throw new UsageError('That makes no sense.');
        if (what === 'invalid') throw invalid({ field: 'plan', message: 'must be one of: a, b' });
        if (what === 'three') return 3;
      },
    }, process.argv.slice(1));`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', program, '--', ...args],
    { encoding: 'utf8' },
  );
  return { status, stdout, stderr };
}

describe('a command for operators', () => {
  it('prints only its usage when any argument requests help', () => {
    for (const args of [['--help'], ['-h'], ['x', '--help'], ['--quick', '--help', 'x', 'y']]) {
      expect(run(...args), args.join(' ')).to.deep.equal({
        status: 0,
        stdout: 'Usage: things.js <what>\n',
        stderr: '',
      });
    }
  });

  it('refuses unknown and missing arguments before it does anything', () => {
    for (const args of [[], ['x', 'y'], ['x', '--quik'], ['x', '--quick=yes'], ['x', '--force']]) {
      const { status, stdout, stderr } = run(...args);
      expect([status, stdout], args.join(' ')).to.deep.equal([2, '']);
      expect(stderr)
        .to.include('Usage: things.js <what>')
        .and.not.match(/\n\s+at /);
    }
  });

  it('reports an error in one sentence without a stack trace, and exits with 1', () => {
    for (const [what, told] of [
      ['fails', 'cannot reach mongodb'],
      ['refused', 'There is no thing of that name.'],
      ['invalid', '--plan must be one of: a, b'],
    ] as const) {
      const { status, stderr } = run(what);
      expect(status, what).to.equal(1);
      expect(stderr.split('\n').slice(1), what).to.deep.equal([told, '']);
    }
  });

  it('writes results to standard output, and log lines to standard error', () => {
    const { status, stdout, stderr } = run('x', '--quick');
    expect(status).to.equal(0);
    expect(JSON.parse(stdout)).to.deep.equal({ what: 'x', quick: true });
    expect(JSON.parse(stderr)).to.include({ msg: 'a log line' });
  });

  it('exits with the code that its work returns, and with 2 for an invalid command line', () => {
    expect(run('three').status).to.equal(3);
    const { status, stderr } = run('misused');
    expect(status).to.equal(2);
    expect(stderr).to.include('That makes no sense.\nUsage: things.js <what>');
  });
});
