import { addRequestLifetime } from '@plotline/kit/deadline';

const intervalMs = 5_000;

/** When the leads of an agent who was deactivated are looked at next. */
export function nextSweepAt(now: Date): Date {
  return new Date(now.getTime() + intervalMs);
}

/**
 * When they are looked at for the last time, counted from the end of the reassignment: no request that saw the agent active
 * can store a lead after this.
 */
export function finalSweepAt(now: Date): Date {
  return addRequestLifetime(now);
}
