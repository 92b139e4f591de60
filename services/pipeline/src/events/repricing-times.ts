import { clockSkewMs, maxRequestMs } from '@plotline/kit/deadline';
import type { Next, Repricing } from '../store/repricings.js';

const soonMs = 1_000;
/**
 * When leads are looked at again after the last change, soon at first: most requests are short. No request that was told
 * the old price can store a lead after the last look.
 */
const looksAfterMs = [soonMs, 4_000, 15_000, maxRequestMs + clockSkewMs];

/** To the second, so that many can be kept with one write. */
function later(time: Date, ms: number): Date {
  return new Date(Math.ceil((time.getTime() + ms) / 1_000) * 1_000);
}

/** After a look that began then and found all leads right; null when it was the last. */
export function afterQuietLook({ since }: Pick<Repricing, 'since'>, began: Date): Next | null {
  const due = looksAfterMs.map((ms) => later(since, ms)).find((look) => look > began);
  return due ? { due_at: due } : null;
}

/** After leads were changed. All looks begin anew: whoever had read one of them just before may write back what it was. */
export function afterChange(now: Date): Next {
  return { since: now, due_at: later(now, soonMs) };
}

/** After some leads were changed, and there may be more: at once, though after those that wait. */
export function afterPart(now: Date): Next {
  return { since: now, due_at: now };
}

const pauseMs = 5_000;

/** After what did not succeed. */
export function afterFailure(now: Date): Next {
  return { due_at: later(now, pauseMs) };
}
