import { runCommand } from '@plotline/local/stores/debian/run-command';
import { expect } from 'chai';

describe('a command that the launcher waits for', () => {
  const options = { environment: process.env, deadlineMs: 10_000 };
  const failure = (work: Promise<void>): Promise<string> =>
    work.then(
      () => 'succeeded',
      (error: unknown) => String(error),
    );

  it('is reported with its last output lines when it fails', async () => {
    const message = await failure(runCommand('sh', ['-c', 'echo the reason >&2; exit 3'], options));
    expect(message).to.include('exit code 3').and.include('| the reason');
  });

  it('is ended when the start is aborted', async () => {
    const signal = AbortSignal.timeout(50);
    expect(await failure(runCommand('sleep', ['600'], { ...options, deadlineMs: 600_000, signal }))).to.include(
      'SIGTERM',
    );
  });

  it('is reported when it does not exist', async () => {
    expect(await failure(runCommand('no-such-program', [], { ...options, deadlineMs: 1_000 }))).to.include('ENOENT');
  });
});
