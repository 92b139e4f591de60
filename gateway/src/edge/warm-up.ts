import { realTime, type Time, waitUntil } from '@plotline/kit/core/time';
import type { Logger } from '@plotline/kit/telemetry/log';

const pauseMs = 200;
/**
 * Longest time to warm up. Without its auth service, a gateway can still serve documents and the dashboard. It also
 * sends 503 sooner than a load balancer would.
 */
const maxMs = 10_000;

/** Prepares something that the first requests need, such as an open connection. Is retried until it succeeds once. */
export interface WarmUpStep {
  readonly name: string;
  readonly run: () => Promise<unknown>;
}

interface WarmUpOptions {
  readonly log: Logger;
  readonly time?: Time;
}

/** Resolves when every step has succeeded, or after ten seconds. */
export async function warmUp(steps: readonly WarmUpStep[], { log, time = realTime }: WarmUpOptions): Promise<void> {
  const end = time.monotonic() + maxMs;
  const repeat = async ({ name, run }: WarmUpStep) => {
    for (;;) {
      try {
        return await waitUntil(Date.now() + end - time.monotonic(), run());
      } catch (error) {
        if (time.monotonic() + pauseMs >= end) return log.warn({ step: name, err: error }, 'warm-up failed');
        await time.sleep(pauseMs);
      }
    }
  };
  await Promise.all(steps.map(repeat));
}
