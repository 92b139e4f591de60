import { Readiness } from '@plotline/kit/process/readiness';
import { expect } from 'chai';
import { ManualTime } from '../../support/manual-time.js';

/** Checks without a success after which a process that was ready is lost. */
const maxMissed = 6;
const intervalMs = 5_000;

type Check = () => Promise<boolean>;

const yes: Check = async () => true;
const no: Check = async () => false;
const broken: Check = () => Promise.reject(new Error('connection closed'));
const hanging: Check = () => new Promise(() => undefined);

/** A readiness that is watched, and how often it was checked. */
function watched(first: Check) {
  const state = { check: first, checks: 0, lost: 0 };
  const time = new ManualTime();
  const readiness = new Readiness({
    check: () => {
      state.checks += 1;
      return state.check();
    },
    onLost: () => {
      state.lost += 1;
    },
    time,
  });
  readiness.watch();
  /** So many further checks, each of which has answered before the next. */
  const see = async (count: number) => {
    for (let number = 0; number < count; number += 1) {
      await new Promise(setImmediate);
      time.advance(intervalMs);
    }
    await new Promise(setImmediate);
  };
  return { readiness, state, see };
}

describe('Readiness', () => {
  for (const [name, check] of Object.entries({ no, broken, hanging })) {
    it(`is lost once, when no check in 6 has succeeded after one that did (${name})`, async () => {
      const { state, see } = watched(yes);
      await see(2);
      state.check = check;
      await see(maxMissed);
      expect(state.lost).to.equal(0);
      await see(1);
      expect(state.lost).to.equal(1);
      const { checks } = state;
      await see(2 * maxMissed);
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
    // Each answers after the next one has begun.
    let last = (_isReady: boolean): void => undefined;
    state.check = () => {
      last(true);
      return new Promise((resolve) => {
        last = resolve;
      });
    };
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
    await see(2 * maxMissed);
    expect(state.lost).to.equal(0);
  });

  it('is not there when the check fails or rejects', async () => {
    for (const check of [no, broken]) {
      const readiness = new Readiness({ check, onLost: () => undefined });
      expect(await readiness.isReady()).to.equal(false);
    }
  });
});
