import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';

/** Logs 3,000 lines, over 200 KB, which is more than a pipe holds. */
const logLines = `
  for (let n = 0; n < 3_000; n += 1) {
    log.info({ n }, 'a line of a log');
    if (n % 100 === 0) await new Promise(setImmediate);
  }`;

function start(text: string) {
  const program = `
    import { createLog } from '@plotline/kit/telemetry/log';
    import { stopOnSignal } from '@plotline/kit/service/lifecycle';
    const log = createLog('test', 'info');
    // Makes the pipe non-blocking.
    void process.stdout.fd;
    ${text}`;
  return spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 20_000,
    killSignal: 'SIGKILL',
  });
}

/** Starts to read the program's log a moment after its first lines. */
async function readLate(program: string): Promise<{ n?: number; msg?: string }[]> {
  const child = start(program);
  await once(child.stdout, 'readable');
  await new Promise((resolve) => setTimeout(resolve, 300));
  let text = '';
  for await (const chunk of child.stdout) text += chunk;
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

describe('log lines', () => {
  const all = Array.from({ length: 3_000 }, (_, n) => n);

  it('are all written, in order, when the process exits right after them and their reader is slow', async () => {
    const lines = await readLate(`${logLines} process.exit(0);`);
    expect(lines.map(({ n }) => n)).to.deep.equal(all);
  });

  it('are all written when the process crashes', async () => {
    const lines = await readLate(`stopOnSignal([], log); ${logLines} throw new Error('crash');`);
    expect(lines.slice(0, 3_000).map(({ n }) => n)).to.deep.equal(all);
    expect(lines.at(-1)?.msg).to.equal('uncaught');
  });

  it('are all written when the process is asked to stop', async () => {
    const lines = await readLate(
      `stopOnSignal([], log); ${logLines} process.kill(process.pid, 'SIGTERM'); setInterval(() => undefined, 1_000);`,
    );
    expect(lines.slice(0, 3_000).map(({ n }) => n)).to.deep.equal(all);
    expect(lines.at(-1)?.msg).to.equal('stopping');
  });

  it('are written promptly by a running process, even if there are few', async () => {
    const child = start(`log.info('line'); setInterval(() => undefined, 1_000);`);
    try {
      const [text]: unknown[] = await once(child.stdout, 'data', { signal: AbortSignal.timeout(15_000) });
      expect(String(text)).to.include('"msg":"line"');
    } finally {
      child.kill();
    }
  });
});
