import { join } from 'node:path';
import { startRedis } from '@plotline/local/stores/start-redis';
import { findFreePorts } from '@plotline/local/supervise/free-ports';
import { exchangeBytes, isPortFree } from '@plotline/local/supervise/probe';
import { expect } from 'chai';
import { isRunning, until } from '../../../../deploy/local/stubs/process-is-running.js';
import { temporaryDirectory } from '../../../../deploy/local/stubs/temporary-directory.js';

describe('a private Redis', () => {
  const directory = temporaryDirectory();
  const options = { dataDirectory: join(directory, 'redis'), logDirectory: directory, report: () => undefined };
  const environment = { PATH: process.env['PATH'] };

  async function send(port: number, command: string): Promise<string> {
    return (
      await exchangeBytes({ host: '127.0.0.1', port }, Buffer.from(command), AbortSignal.timeout(5_000))
    ).toString();
  }

  it('keeps its data after a stop and a kill, and leaves no process running', async () => {
    const port = (await findFreePorts()).redis;
    const first = await startRedis({ ...options, environment, port });
    expect(await send(port, 'SET kept over-a-stop\r\n')).to.equal('+OK\r\n');
    await first.stop();
    expect(await isPortFree(port)).to.equal(true);

    const second = await startRedis({ ...options, environment, port });
    expect(await send(port, 'GET kept\r\n')).to.include('over-a-stop');
    await send(port, 'SET kept over-a-kill\r\n');
    // Redis flushes its log to disk only once a second. Even so, data survives the death of the process, because the
    // kernel has received it.
    const [processId = 0] = second.processIds();
    process.kill(processId, 'SIGKILL');
    await until(() => second.processIds().some((id) => id !== processId));
    await until(() => second.processIds().every(isRunning));
    let kept = '';
    // At first nothing listens. Then Redis reports that it is loading its data.
    for (const deadline = Date.now() + 10_000; !kept.startsWith('$') && Date.now() < deadline; ) {
      kept = await send(port, 'GET kept\r\n').catch(() => '');
    }
    expect(kept).to.include('over-a-kill');
    const last = second.processIds();
    await second.stop();
    expect(last.map(isRunning)).to.deep.equal([false]);
  });

  it('is not started when REDIS_URL is set, and never stops the server at that URL', async () => {
    const port = (await findFreePorts()).redis;
    const own = await startRedis({ ...options, environment, port });
    const given = await startRedis({ ...options, environment: { ...environment, REDIS_URL: own.url }, port: port + 1 });
    expect(given.url).to.equal(own.url);
    expect(given.processIds()).to.deep.equal([]);
    await given.stop();
    expect(await send(port, 'PING\r\n')).to.equal('+PONG\r\n');
    await own.stop();
  });
});
