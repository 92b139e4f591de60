import { spawnSync } from 'node:child_process';
import { expect } from 'chai';

/** What a command does in a process of its own, as it sets the code that the process ends with. */
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

describe('a command of operators', () => {
  it('tells how it is used, and does nothing else, when it is asked for help among whatever', () => {
    for (const args of [['--help'], ['-h'], ['x', '--help'], ['--quick', '--help', 'x', 'y']]) {
      expect(run(...args), args.join(' ')).to.deep.equal({
        status: 0,
        stdout: 'Usage: things.js <what>\n',
        stderr: '',
      });
    }
  });

  it('refuses what it does not know or what is missing, before it does anything', () => {
    for (const args of [[], ['x', 'y'], ['x', '--quik'], ['x', '--quick=yes'], ['x', '--force']]) {
      const { status, stdout, stderr } = run(...args);
      expect([status, stdout], args.join(' ')).to.deep.equal([2, '']);
      expect(stderr)
        .to.include('Usage: things.js <what>')
        .and.not.match(/\n\s+at /);
    }
  });

  it('tells what fails in a sentence and without a stack, and ends with 1', () => {
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

  it('writes what it finds to standard output, and log lines to standard error', () => {
    const { status, stdout, stderr } = run('x', '--quick');
    expect(status).to.equal(0);
    expect(JSON.parse(stdout)).to.deep.equal({ what: 'x', quick: true });
    expect(JSON.parse(stderr)).to.include({ msg: 'a log line' });
  });

  it('ends with the code of its work, and with 2 for a command line that makes no sense to it', () => {
    expect(run('three').status).to.equal(3);
    const { status, stderr } = run('misused');
    expect(status).to.equal(2);
    expect(stderr).to.include('That makes no sense.\nUsage: things.js <what>');
  });
});
