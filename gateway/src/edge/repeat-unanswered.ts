import { Problem } from '@plotline/kit/errors';
import type { Peer } from '@plotline/kit/rpc/client';
import { realTime, type Time } from '@plotline/kit/time';

/** A replica that is frozen answers nothing; the channel gives the next call to another one. */
const patienceMs = 1_000;
const maxCalls = 3;

/**
 * A peer whose calls are made again, beside the one that is under way, when there is no answer within a second: the first answer counts.
 * For calls that read alone.
 */
export function repeatUnanswered(peer: Peer, time: Pick<Time, 'setTimeout'> = realTime): Peer {
  const call: Peer['call'] = (method, request, context) =>
    new Promise((resolve, reject) => {
      let calls = 0;
      let failures = 0;
      let endWait: () => void = () => undefined;
      const start = () => {
        calls += 1;
        if (calls < maxCalls) {
          const timer = time.setTimeout(start, patienceMs);
          endWait = () => timer.cancel();
        }
        peer.call(method, request, context).then(
          (answer) => {
            endWait();
            resolve(answer);
          },
          (error: unknown) => {
            failures += 1;
            const isRefused = error instanceof Problem && error.code !== 'SERVICE_UNAVAILABLE';
            // One that failed leaves it to those under way; a refusal is an answer.
            if (!isRefused && failures < calls) return;
            endWait();
            reject(error);
          },
        );
      };
      start();
    });
  return { call, close: () => peer.close() };
}
