import { Readiness } from '@plotline/kit/service/service';
import { createLog } from '@plotline/kit/telemetry/log';
import { expect } from 'chai';
import { ManualTime } from '../../support/manual-time.js';

/** Number of failed checks before a new client is tried. */
const maxSilent = 6;
/** Number of new clients that must reach the database before the driver's own client counts as lost. */
const maxReached = 3;
const intervalMs = 5_000;

/** Creates the readiness check under test, and the database state that the test sets. */
function watched() {
  const state = { isReady: true, answers: 0, lost: 0, pings: 0, probes: 0, doesAnswer: true, isReachable: true };
  const time = new ManualTime();
  const readiness = new Readiness({
    database: {
      get isReady() {
        return state.isReady;
      },
      get answers() {
        return state.answers;
      },
      ping: () => {
        state.pings += 1;
        if (state.doesAnswer) state.answers += 1;
      },
      isReachable: async () => {
        state.probes += 1;
        return state.isReachable;
      },
    },
    onLost: () => {
      state.lost += 1;
    },
    log: createLog('tests', 'silent'),
    time,
  });
  readiness.watch();
  const see = async (count: number) => {
    for (let number = 0; number < count; number += 1) {
      time.advance(intervalMs);
      await new Promise(setImmediate);
    }
  };
  return { readiness, state, see };
}

describe('Readiness', () => {
  it('is ready, without a query, while the driver knows a server that accepts writes', async () => {
    const { readiness, state } = watched();
    expect(readiness.isReady()).to.equal(true);
    state.isReady = false;
    expect(readiness.isReady()).to.equal(false);
    expect([state.pings, state.probes]).to.deep.equal([1, 0]);
    readiness.drain();
  });

  it('waits indefinitely for an unavailable database, and is ready when it is back', async () => {
    const { readiness, state, see } = watched();
    await see(2);
    Object.assign(state, { doesAnswer: false, isReady: false, isReachable: false });
    await see(1_000);
    expect(state.lost).to.equal(0);
    Object.assign(state, { doesAnswer: true, isReady: true, isReachable: true });
    await see(10);
    expect([readiness.isReady(), state.lost]).to.deep.equal([true, 0]);
    readiness.drain();
  });

  it('reports a loss once when the driver gets no response although new clients reach the database', async () => {
    const { state, see } = watched();
    await see(2);
    state.doesAnswer = false;
    await see(maxSilent + maxReached - 1);
    expect(state.lost).to.equal(0);
    await see(2);
    expect(state.lost).to.equal(1);
    const { pings } = state;
    await see(20);
    expect([state.lost, state.pings]).to.deep.equal([1, pings]);
  });

  it('reports no loss while the database responds, even if responses are rare or late', async () => {
    const { readiness, state, see } = watched();
    state.doesAnswer = false;
    for (let round = 0; round < 10; round += 1) {
      await see(maxSilent + 1);
      state.answers += 1;
    }
    expect(state.lost).to.equal(0);
    readiness.drain();
  });

  it('is not ready, and reports no loss, once the process drains', async () => {
    const { readiness, state, see } = watched();
    readiness.drain();
    state.doesAnswer = false;
    await see(30);
    expect([readiness.isReady(), state.lost]).to.deep.equal([false, 0]);
  });
});
