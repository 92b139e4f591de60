import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createLog } from '@plotline/kit/log';
import { Upkeep, type UpkeepOptions } from '@plotline/kit/upkeep';
import { expect } from 'chai';

describe('upkeep', () => {
  const log = createLog('test', 'silent');
  let held: boolean;
  const upkeep = (work: UpkeepOptions['work'], everyMs = 60_000) =>
    new Upkeep({ name: 'sweep', everyMs, foundation: { lease: { hold: async () => held }, log }, work });

  beforeEach(() => {
    held = true;
  });

  it('does a round in each mode', async () => {
    const rounds: string[] = [];
    await upkeep(async (mode) => void rounds.push(mode)).run();
    expect(rounds).members(['live', 'sandbox']);
  });

  it('leaves the work to the replica that holds the lease', async () => {
    held = false;
    await upkeep(async () => expect.fail('it was not ours')).run();
  });

  it('does not go on once another replica has taken over', async () => {
    const asked: boolean[] = [];
    await upkeep(async (_mode, goesOn) => {
      asked.push(await goesOn());
      held = false;
      asked.push(await goesOn());
    }).run();
    expect(asked).eql([true, false]);
  });

  it('stops between two steps, and only then', async () => {
    const steps = new EventTarget();
    let release = () => {};
    let isOver = false;
    const work = upkeep(async (_mode, goesOn) => {
      steps.dispatchEvent(new Event('begun'));
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      expect(await goesOn()).equal(false);
      isOver = true;
    });
    const begun = once(steps, 'begun');
    work.start();
    await begun;
    const stopped = work.stop();
    await nextTurn();
    expect(isOver).equal(false);
    release();
    await stopped;
    expect(isOver).equal(true);
  });

  it('begins a new round after one that failed', async () => {
    const rounds = new EventTarget();
    const work = upkeep(async () => {
      rounds.dispatchEvent(new Event('round'));
      throw new Error('the store is away');
    }, 5);
    work.start();
    await once(rounds, 'round');
    await once(rounds, 'round');
    await work.stop();
  });
});
