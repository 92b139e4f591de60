import { useSyncExternalStore } from 'react';

/** A device that sleeps over midnight misses the timer of that moment: the clock is looked at instead. */
const lookEveryMs = 30_000;

function watch(look: () => void): () => void {
  const timer = setInterval(look, lookEveryMs);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
}

const getToday = () => new Date().setHours(0, 0, 0, 0);

/** When the day began where the viewer is, in milliseconds; changes with the day while the page stays open. */
export function useToday(): number {
  return useSyncExternalStore(watch, getToday);
}
