import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { NODE_FLAGS } from '@plotline/local/node-flags';
import { expect } from 'chai';

describe('an idle process of the local system', function () {
  this.timeout(90_000);
  let child: ChildProcess | undefined;
  afterEach(() => child?.kill('SIGKILL'));

  async function memory(): Promise<number> {
    child?.send('how much?');
    return received();
  }

  async function received(): Promise<number> {
    if (!child) throw new Error('the process was not started');
    const [message]: unknown[] = await once(child, 'message', { signal: AbortSignal.timeout(10_000) });
    return Number(message);
  }

  it('gives back the memory of a load that is over, and goes on answering', async () => {
    const script = join(import.meta.dirname, 'stubs', 'large-for-a-moment.mjs');
    child = fork(script, { execArgv: [...NODE_FLAGS], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    const loaded = await received();
    let now = loaded;
    for (const deadline = Date.now() + 60_000; now > loaded / 2 && Date.now() < deadline; ) {
      await delay(500);
      now = await memory();
    }
    expect(now).to.be.below(loaded / 2);
    await delay(1_000);
    expect(await memory()).to.be.a('number');
  });
});
