import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { PeriodicTask, type PeriodicTaskOptions } from '@plotline/kit/tasks/periodic-task';
import { createLog } from '@plotline/kit/telemetry/log';
import { expect } from 'chai';

describe('PeriodicTask', () => {
  const log = createLog('test', 'silent');
  let isHeld: boolean;
  const task = (run: PeriodicTaskOptions['run'], intervalMs = 60_000) =>
    new PeriodicTask({ name: 'repair', intervalMs, runtime: { lease: { acquire: async () => isHeld }, log }, run });

  beforeEach(() => {
    isHeld = true;
  });

  it('runs a round in each mode', async () => {
    const rounds: string[] = [];
    await task(async (mode) => void rounds.push(mode)).run();
    expect(rounds).to.have.members(['live', 'sandbox']);
  });

  it('leaves the work to the replica that holds the lease', async () => {
    isHeld = false;
    await task(async () => expect.fail('it was not ours')).run();
  });

  it('stops once another replica has taken over', async () => {
    const asked: boolean[] = [];
    await task(async (_mode, shouldContinue) => {
      asked.push(await shouldContinue());
      isHeld = false;
      asked.push(await shouldContinue());
    }).run();
    expect(asked).to.deep.equal([true, false]);
  });

  it('stops between two steps, and only then', async () => {
    const steps = new EventTarget();
    let release = () => {};
    let isOver = false;
    const work = task(async (mode, shouldContinue) => {
      if (mode === 'sandbox') return;
      steps.dispatchEvent(new Event('begun'));
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      expect(await shouldContinue()).to.equal(false);
      isOver = true;
    });
    const begun = once(steps, 'begun');
    work.start();
    await begun;
    const stopped = work.stop();
    await nextTurn();
    expect(isOver).to.equal(false);
    release();
    await stopped;
    expect(isOver).to.equal(true);
  });

  it('begins a new round after a failed one', async () => {
    const rounds = new EventTarget();
    const work = task(async () => {
      rounds.dispatchEvent(new Event('round'));
      throw new Error('the store is away');
    }, 5);
    work.start();
    await once(rounds, 'round');
    await once(rounds, 'round');
    await work.stop();
  });

  it('continues in one mode while the work of the other never ends, or fails', async () => {
    const rounds = new EventTarget();
    for (const fate of ['never ends', 'fails'] as const) {
      let release = () => {};
      const work = task(async (mode) => {
        if (mode === 'sandbox') rounds.dispatchEvent(new Event('round'));
        else if (fate === 'fails') throw new Error('the store is away');
        else
          await new Promise<void>((resolve) => {
            release = resolve;
          });
      }, 5);
      work.start();
      for (let count = 0; count < 3; count += 1) await once(rounds, 'round');
      release();
      await work.stop();
    }
  });
});
