import { Problem } from '@plotline/kit/core/errors';
import { realTime, type Time } from '@plotline/kit/core/time';
import type { Peer } from '@plotline/kit/rpc/client';

/** A replica that is frozen answers nothing. */
const patienceMs = 1_000;
/** Calls that are made at once then: the channel gives them to replicas in turn, so that one of them goes to another replica. */
const repeats = 2;

/**
 * A peer whose calls are made again, beside the one that is under way, when there is no answer within a second: the first answer counts.
 * For calls that read alone.
 */
export function repeatUnanswered(peer: Peer, time: Pick<Time, 'setTimeout'> = realTime): Peer {
  const call: Peer['call'] = (method, request, context) =>
    new Promise((resolve, reject) => {
      let calls = 0;
      let failures = 0;
      const start = () => {
        calls += 1;
        peer.call(method, request, context).then(
          (answer) => {
            timer.cancel();
            resolve(answer);
          },
          (error: unknown) => {
            failures += 1;
            const isRefused = error instanceof Problem && error.code !== 'SERVICE_UNAVAILABLE';
            // One that failed leaves it to those under way; a refusal is an answer.
            if (!isRefused && failures < calls) return;
            timer.cancel();
            reject(error);
          },
        );
      };
      const timer = time.setTimeout(() => {
        for (let repeat = 0; repeat < repeats; repeat += 1) start();
      }, patienceMs);
      start();
    });
  return { call, close: () => peer.close() };
}
