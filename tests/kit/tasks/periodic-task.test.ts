import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { PeriodicTask, type PeriodicTaskOptions, type ShouldContinue } from '@plotline/kit/tasks/periodic-task';
import { createLog } from '@plotline/kit/telemetry/log';
import { createMetrics } from '@plotline/kit/telemetry/metrics';
import { expect } from 'chai';
import { ManualTime } from '../../support/manual-time.js';
import { readMetric } from '../../support/read-metric.js';

describe('PeriodicTask', () => {
  const log = createLog('test', 'silent');
  let isHeld: boolean;
  const lease: PeriodicTaskOptions['runtime']['lease'] = {
    whileHeld: async (_mode, _name, work) => (isHeld ? { result: await work(() => isHeld) } : null),
    whenFree: async (_mode, _name, work) => work(() => isHeld),
  };
  const task = (run: PeriodicTaskOptions['run'], options: Partial<PeriodicTaskOptions> = {}) =>
    new PeriodicTask({ name: 'repair', intervalMs: 60_000, runtime: { lease, log }, run, ...options });

  beforeEach(() => {
    isHeld = true;
  });

  it('runs a round in each mode', async () => {
    const rounds: string[] = [];
    await task(async (mode) => void rounds.push(mode)).run();
    expect(rounds).to.have.members(['live', 'sandbox']);
  });

  it('runs no round in an excluded mode', async () => {
    const rounds: string[] = [];
    await task(async (mode) => void rounds.push(mode), { modes: ['live'] }).run();
    expect(rounds).to.deep.equal(['live']);
  });

  it('leaves the work to the replica that holds the lease, unless replicas share it', async () => {
    isHeld = false;
    const rounds: string[] = [];
    for (const isShared of [false, true]) {
      const work = task(async (mode) => void rounds.push(`${mode} ${isShared}`), { isShared });
      work.start();
      await work.stop();
    }
    expect(rounds).to.have.members(['live true', 'sandbox true']);
  });

  it('acquires no lease when nothing is due', async () => {
    const work = task(async () => expect.fail('nothing is due'), { isDue: async () => false });
    work.start();
    await work.stop();
  });

  it('begins a round immediately when notified, but never runs two rounds of a mode at the same time', async () => {
    const rounds: string[] = [];
    let release = () => {};
    const work = task(
      (mode) => {
        rounds.push(mode);
        return new Promise((resolve) => {
          release = resolve;
        });
      },
      { modes: ['live'] },
    );
    work.wakeNow();
    work.wakeNow();
    await nextTurn();
    expect(rounds).to.deep.equal(['live']);
    release();
    await nextTurn();
    work.wakeNow();
    await nextTurn();
    expect(rounds).to.deep.equal(['live', 'live']);
    release();
    await work.stop();
  });

  it('stops once another replica has taken over', async () => {
    const asked: boolean[] = [];
    const work = async (_mode: unknown, shouldContinue: ShouldContinue) => {
      asked.push(shouldContinue());
      isHeld = false;
      asked.push(shouldContinue());
    };
    await task(work, { modes: ['live'] }).run();
    expect(asked).to.deep.equal([true, false]);
  });

  it('stops only between two steps', async () => {
    const steps = new EventTarget();
    let release = () => {};
    let isOver = false;
    const work = task(async (mode, shouldContinue) => {
      if (mode === 'sandbox') return;
      steps.dispatchEvent(new Event('begun'));
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      expect(shouldContinue()).to.equal(false);
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
    const work = task(
      async () => {
        rounds.dispatchEvent(new Event('round'));
        throw new Error('the store is away');
      },
      { intervalMs: 5 },
    );
    work.start();
    await once(rounds, 'round');
    await once(rounds, 'round');
    await work.stop();
  });

  describe('measures its rounds', () => {
    const modes = ['live'] as const;
    const start = (run: PeriodicTaskOptions['run'], options: Partial<PeriodicTaskOptions> = {}) => {
      const time = new ManualTime();
      const startedAt = time.now();
      const metrics = createMetrics('test');
      const work = task(run, { runtime: { lease, log, metrics }, modes, time, ...options });
      work.start();
      const read = (name: string) => readMetric(metrics.registry, `plotline_task_${name}`, { task: 'repair' });
      /** Returns the seconds from the start to the last success. */
      const readSuccess = async () =>
        Math.round(((await read('last_success_timestamp_seconds')) ?? 0) - startedAt / 1_000);
      const lookAgain = async () => {
        await nextTurn();
        time.advance(60_000);
        await nextTurn();
      };
      return { work, read, readSuccess, lookAgain };
    };

    it('by the time of the last success, which a failed round does not change, and the number of failures', async () => {
      let fails = false;
      const { work, read, readSuccess, lookAgain } = start(async () => {
        if (fails) throw new Error('the store is away');
      });
      expect([await readSuccess(), await read('interval_seconds')]).to.deep.equal([0, 60]);
      await lookAgain();
      expect(await readSuccess()).to.equal(60);
      fails = true;
      await lookAgain();
      await work.stop();
      expect([await readSuccess(), await read('failures_total')]).to.deep.equal([60, 1]);
    });

    it('as successful if nothing is due, but not if another replica does the work', async () => {
      const { work, readSuccess, lookAgain } = start(async () => undefined, { isDue: async () => !isHeld });
      await lookAgain();
      expect(await readSuccess()).to.equal(60);
      isHeld = false;
      await lookAgain();
      await work.stop();
      expect(await readSuccess()).to.equal(60);
    });
  });

  it("continues in one mode while the other mode's work fails or never ends", async () => {
    const rounds = new EventTarget();
    for (const fate of ['never ends', 'fails'] as const) {
      let release = () => {};
      const work = task(
        async (mode) => {
          if (mode === 'sandbox') rounds.dispatchEvent(new Event('round'));
          else if (fate === 'fails') throw new Error('the store is away');
          else
            await new Promise<void>((resolve) => {
              release = resolve;
            });
        },
        { intervalMs: 5 },
      );
      work.start();
      for (let count = 0; count < 3; count += 1) await once(rounds, 'round');
      release();
      await work.stop();
    }
  });
});
