const intervalMs = 50;
/** Delay of a timer that counts as a stall. In a stall, other work on the machine kept the process from running. */
const stallMs = 200;

/** Times in which the campaign itself could not run, in milliseconds since the epoch. */
export interface Stall {
  readonly from: number;
  readonly until: number;
}

export interface StallWatch {
  readonly stalls: readonly Stall[];
  stop(): void;
}

export function watchStalls(): StallWatch {
  const stalls: Stall[] = [];
  let last = Date.now();
  const timer = setInterval(() => {
    const now = Date.now();
    if (now - last > stallMs) stalls.push({ from: last, until: now });
    last = now;
  }, intervalMs);
  return { stalls, stop: () => clearInterval(timer) };
}

/** Returns for how many milliseconds between the two times the process didn't run. */
export function stalledWithin(stalls: readonly Stall[], from: number, until: number): number {
  return stalls.reduce((sum, stall) => sum + Math.max(0, Math.min(stall.until, until) - Math.max(stall.from, from)), 0);
}
