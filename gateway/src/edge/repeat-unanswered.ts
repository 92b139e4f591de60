import { Problem } from '@plotline/kit/core/errors';
import { realTime, type Time } from '@plotline/kit/core/time';
import type { Peer } from '@plotline/kit/rpc/client';

/** Time after which a call is repeated, because a frozen replica doesn't respond. */
const patienceMs = 1_000;
/**
 * Number of repeated calls, made at the same time. The channel uses replicas in turn, so at least one of two calls goes
 * to a different replica.
 */
const repeats = 2;

/**
 * Wraps a peer. Repeats a call that got no response within a second, and uses the first response. Use it only for calls
 * that read.
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
            // After a failure, the calls that are still running decide the result. A refusal counts as a response.
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
