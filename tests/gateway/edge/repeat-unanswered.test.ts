import { repeatUnanswered } from '@plotline/gateway/edge/repeat-unanswered';
import { Problem, unavailable } from '@plotline/kit/core/errors';
import type { Peer } from '@plotline/kit/rpc/client';
import { VerificationServiceService } from '@plotline/protos/plotline/auth/v1/verification';
import { expect } from 'chai';
import { ManualTime } from '../../support/manual-time.js';

const { verifyKeys } = VerificationServiceService;
const frozen = () => new Promise<never>(() => undefined);

/** Peer whose calls have the listed outcomes, in turn. */
function createPeerOf(outcomes: readonly (() => Promise<string>)[]) {
  const time = new ManualTime();
  let calls = 0;
  const peer: Peer = {
    call: async (method) => {
      const outcome = outcomes[calls] ?? frozen;
      calls += 1;
      await outcome();
      return method.responseDeserialize(Buffer.alloc(0));
    },
    close: () => undefined,
  };
  const ask = () =>
    repeatUnanswered(peer, time)
      .call(verifyKeys, { keys: [] }, {})
      .then(
        () => 'answered',
        (error: unknown) => (error instanceof Problem ? error.code : 'failed'),
      );
  return { time, ask, countCalls: () => calls };
}

const good = async () => 'good';
const refused = () => Promise.reject(new Problem('UNAUTHORIZED', 'Wrong.'));
const away = () => Promise.reject(unavailable('Away.'));

describe('gateway repeatUnanswered', () => {
  it('makes two more calls if there is no response within a second, and uses the first response', async () => {
    for (const outcomes of [
      [frozen, good, frozen],
      [frozen, frozen, good],
    ]) {
      const { time, ask, countCalls } = createPeerOf(outcomes);
      const asked = ask();
      time.advance(999);
      expect(countCalls()).to.equal(1);
      time.advance(1);
      expect(await asked).to.equal('answered');
      time.advance(10_000);
      expect(countCalls()).to.equal(3);
    }
  });

  it('calls once if a response, a refusal or a failure arrives in time', async () => {
    for (const [outcome, expected] of [
      [good, 'answered'],
      [refused, 'UNAUTHORIZED'],
      [away, 'SERVICE_UNAVAILABLE'],
    ] as const) {
      const { time, ask, countCalls } = createPeerOf([outcome]);
      expect(await ask()).to.equal(expected);
      time.advance(10_000);
      expect(countCalls()).to.equal(1);
    }
  });

  it("waits for the other call if one call fails, and returns the other call's response or error", async () => {
    for (const [outcome, expected] of [
      [refused, 'UNAUTHORIZED'],
      [good, 'answered'],
    ] as const) {
      const { time, ask } = createPeerOf([frozen, away, outcome]);
      const asked = ask();
      time.advance(1_000);
      expect(await asked).to.equal(expected);
    }
  });
});
