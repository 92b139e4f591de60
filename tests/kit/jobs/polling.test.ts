import { setTimeout as sleep } from 'node:timers/promises';
import { Polling } from '@plotline/kit/jobs/polling';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';

describe('Polling', () => {
  let looks: number;
  let polling: Polling;

  /** Looks every millisecond while there is work, and once an hour without. */
  function start(activeMs: number, intervalMs = 1): void {
    looks = 0;
    const look = () => {
      looks += 1;
    };
    polling = new Polling({ look, intervalMs, idleIntervalMs: 3_600_000, activeMs });
    polling.start();
  }

  async function becomeIdle(): Promise<number> {
    let before: number;
    do {
      before = looks;
      await sleep(30);
    } while (looks > before);
    return before;
  }

  afterEach(() => polling.stop());

  it('looks at once, often at first, and seldom when there has been no work', async () => {
    start(20);
    expect(looks).to.equal(1);
    await eventually(() => expect(looks).to.be.above(2));
    await becomeIdle();
  });

  it('looks often as long as there is work', async () => {
    start(20);
    const end = performance.now() + 200;
    while (performance.now() < end) {
      polling.wake();
      await sleep(1);
    }
    const before = looks;
    polling.wake();
    await eventually(() => expect(looks).to.be.above(before));
  });

  it('looks within the short interval when it is told of work after none', async () => {
    start(20);
    const before = await becomeIdle();
    polling.wake();
    await eventually(() => expect(looks).to.be.above(before));
  });

  it('looks no sooner than the short interval after the last look, however often it is told of work', async () => {
    start(0, 3_600_000);
    for (let count = 0; count < 10; count += 1) polling.wake();
    await sleep(20);
    expect(looks).to.equal(1);
  });

  it('looks no more once it is stopped', async () => {
    start(60_000);
    polling.stop();
    const before = looks;
    polling.wake();
    await sleep(20);
    expect(looks).to.equal(before);
  });
});
