import { useSyncExternalStore } from 'react';
import { toLocalDay } from '../workspace/time-zones.js';
import { useTimeZone } from '../workspace/use-time-zone.js';

/** Polls the clock, because a timer would be late on a device that sleeps over midnight. */
const pollMs = 30_000;

function subscribeToClock(check: () => void): () => void {
  const timer = setInterval(check, pollMs);
  document.addEventListener('visibilitychange', check);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', check);
  };
}

interface Today {
  readonly today: string;
  readonly timeZone: string;
}

/**
 * Returns the workspace's time zone and its current day, such as `2026-03-04`. The day changes at midnight while the
 * page is open. Returns undefined while the time zone is loading.
 */
export function useToday(): Today | undefined {
  const timeZone = useTimeZone();
  const today = useSyncExternalStore(subscribeToClock, () => toLocalDay(new Date(), timeZone ?? 'UTC'));
  return timeZone === undefined ? undefined : { today, timeZone };
}
