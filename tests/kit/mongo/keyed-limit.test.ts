import { KeyedLimit } from '@plotline/kit/mongo/process-lock';
import { expect } from 'chai';

/** Work that ends when a test says so. */
function createWork(limit: KeyedLimit) {
  const running: { readonly key: string; readonly end: () => void }[] = [];
  const start = (key: string, deadline?: number) =>
    limit.run(key, () => new Promise<void>((resolve) => running.push({ key, end: resolve })), deadline);
  return { running, start };
}

const runMicrotasks = () => new Promise(setImmediate);

describe('KeyedLimit', () => {
  it('limits the parallel work of one key, and runs the work of others', async () => {
    const { running, start } = createWork(new KeyedLimit(2));
    const started = [start('ws_1'), start('ws_1'), start('ws_1'), start('ws_2')];
    await runMicrotasks();
    expect(running.map(({ key }) => key)).to.deep.equal(['ws_1', 'ws_1', 'ws_2']);
    running[0]?.end();
    await runMicrotasks();
    expect(running.map(({ key }) => key)).to.deep.equal(['ws_1', 'ws_1', 'ws_2', 'ws_1']);
    for (const { end } of running) end();
    await Promise.all(started);
  });

  it('refuses work without a turn by its deadline, and never runs it', async () => {
    const { running, start } = createWork(new KeyedLimit(1));
    const first = start('ws_1');
    const late: unknown = await start('ws_1', Date.now() - 1).catch((error: unknown) => error);
    expect(late).to.have.property('code', 'SERVICE_UNAVAILABLE');
    const last = start('ws_1');
    running[0]?.end();
    await first;
    await runMicrotasks();
    expect(running).to.have.length(2);
    running[1]?.end();
    await last;
  });

  it('continues after failed work', async () => {
    const limit = new KeyedLimit(1);
    const failed = limit.run('ws_1', () => Promise.reject(new Error('failed')));
    const next = limit.run('ws_1', async () => 'done');
    expect(await failed.catch((error: unknown) => error)).to.be.instanceOf(Error);
    expect(await next).to.equal('done');
  });
});
