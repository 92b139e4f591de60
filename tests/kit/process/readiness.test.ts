import { setTimeout as sleep } from 'node:timers/promises';
import { Readiness } from '@plotline/kit/process/readiness';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';

/** Checks without a success after which a process that was ready is lost. */
const maxMissed = 6;

type Check = () => Promise<boolean>;

const yes: Check = async () => true;
const no: Check = async () => false;
const broken: Check = () => Promise.reject(new Error('connection closed'));
const hanging: Check = () => new Promise(() => undefined);

/** A readiness that is checked every millisecond, and how often that was. */
function watched(first: Check) {
  const state = { check: first, checks: 0, lost: 0 };
  const readiness = new Readiness({
    check: () => {
      state.checks += 1;
      return state.check();
    },
    onLost: () => {
      state.lost += 1;
    },
    intervalMs: 1,
  });
  readiness.watch();
  /** Resolves after so many further checks. */
  const see = async (count: number) => {
    const end = state.checks + count;
    await eventually(() => expect(state.checks).to.be.at.least(end));
  };
  return { readiness, state, see };
}

describe('Readiness', () => {
  for (const [name, check] of Object.entries({ no, broken, hanging })) {
    it(`is lost once, when no check in 6 has succeeded after one that did (${name})`, async () => {
      const { state, see } = watched(yes);
      await see(2);
      state.check = check;
      await eventually(() => expect(state.lost).to.equal(1));
      expect(state.checks).to.be.at.least(maxMissed);
      const { checks } = state;
      await sleep(20);
      expect([state.lost, state.checks]).to.deep.equal([1, checks]);
    });
  }

  it('is not lost before it was there: a start takes its own time', async () => {
    const { readiness, state, see } = watched(no);
    await see(2 * maxMissed);
    readiness.drain();
    expect(state.lost).to.equal(0);
  });

  it('is not lost while checks succeed, though only some of them or late', async () => {
    const { readiness, state, see } = watched(yes);
    await see(1);
    state.check = async () => state.checks % 3 === 0;
    await see(3 * maxMissed);
    state.check = () => sleep(2, true);
    await see(3 * maxMissed);
    readiness.drain();
    expect(state.lost).to.equal(0);
  });

  it('is neither there nor lost once the process drains', async () => {
    const { readiness, state, see } = watched(yes);
    await see(1);
    expect(await readiness.isReady()).to.equal(true);
    readiness.drain();
    expect(await readiness.isReady()).to.equal(false);
    state.check = no;
    await sleep(100);
    expect(state.lost).to.equal(0);
  });

  it('is not there when the check fails or rejects', async () => {
    for (const check of [no, broken]) {
      const readiness = new Readiness({ check, onLost: () => undefined });
      expect(await readiness.isReady()).to.equal(false);
    }
  });
});
