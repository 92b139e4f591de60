import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Stoppable, stopInOrder } from '@plotline/kit/service/lifecycle';
import { createLog } from '@plotline/kit/telemetry/log';
import { expect } from 'chai';

const log = createLog('test', 'silent');

// Resolved outside a suite. If this fails, mocha loads the file a second time, and resources of a suite would stay
// open.
const lifecycle = import.meta.resolve('@plotline/kit/service/lifecycle');

describe('stopInOrder', () => {
  it('stops components one after the other, and waits until each has stopped', async () => {
    const told: string[] = [];
    const part = (name: string): Stoppable => ({
      name,
      stop: async () => {
        told.push(`${name} begins`);
        await new Promise((resolve) => setImmediate(resolve));
        told.push(`${name} ends`);
      },
    });
    await stopInOrder([part('http'), part('relay'), part('databases')], log);
    expect(told).to.deep.equal([
      'http begins',
      'http ends',
      'relay begins',
      'relay ends',
      'databases begins',
      'databases ends',
    ]);
  });

  it('continues after a component that fails immediately, fails later, or never stops', async () => {
    const told: string[] = [];
    const last = { name: 'last', stop: () => told.push('last') };
    const parts: Stoppable[] = [
      {
        name: 'throws',
        stop: () => {
          throw new Error('no');
        },
      },
      { name: 'rejects', stop: () => Promise.reject(new Error('no')) },
      { name: 'hangs', stop: () => new Promise(() => undefined), timeoutMs: 20 },
      last,
    ];
    await stopInOrder(parts, log);
    expect(told).to.deep.equal(['last']);
  });

  it('resolves immediately when there is nothing to stop', async () => {
    await stopInOrder([], log);
  });
});

describe('stopOnSignal', () => {
  const program = (body: string) => `
    import { stopOnSignal } from '${lifecycle}';
    const say = (word) => process.stdout.write(word + '\\n');
    const log = { info() {}, warn() {}, error() {}, fatal() { say('fatal'); } };
    const slow = () => new Promise((resolve) => setTimeout(resolve, 50));
    stopOnSignal([{ name: 'a', stop: async () => { await slow(); say('a'); } }, { name: 'b', stop: () => say('b') }], log);
    setInterval(() => undefined, 1_000);
    ${body}`;

  async function run(body: string, signals: readonly NodeJS.Signals[]) {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program(body)], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let said = '';
    child.stdout.on('data', (chunk) => {
      if (said === '') for (const signal of signals) child.kill(signal);
      said += String(chunk);
    });
    const [code] = await once(child, 'close');
    return { code, said: said.split('\n').filter((word) => word !== '') };
  }

  for (const signals of [['SIGTERM'], ['SIGINT'], ['SIGTERM', 'SIGINT', 'SIGTERM']] as const) {
    it(`exits with 0 on ${signals.join(' and ')} after it has stopped each component once, in order`, async () => {
      expect(await run(`say('ready');`, signals)).to.deep.equal({ code: 0, said: ['ready', 'a', 'b'] });
    });
  }

  it('exits with 1 on an uncaught error, without stopping in order', async () => {
    expect(await run(`throw new Error('bug');`, [])).to.deep.equal({ code: 1, said: ['fatal'] });
    expect(await run(`Promise.reject(new Error('bug'));`, [])).to.deep.equal({ code: 1, said: ['fatal'] });
  });
});
