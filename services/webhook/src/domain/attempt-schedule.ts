const minute = 60_000;
const hour = 60 * minute;

/** Wait before each attempt, in milliseconds after the end of the one before (decisions, "Events and webhooks"). */
const attemptDelays = [0, 5 * minute, 30 * minute, 2 * hour, 24 * hour] as const;

/** How many attempts a delivery gets. */
export const attemptsPerDelivery = attemptDelays.length;

const longestWait = 24 * hour;

/**
 * When the next attempt is due after a failed one, or null when none is left. `remaining` counts the attempts still to
 * come. A wait that the receiver asks for (milliseconds) can lengthen the delay up to a day, never shorten it.
 */
export function nextAttemptAt(remaining: number, endedAt: Date, askedWait: number): Date | null {
  if (remaining < 1) return null;
  const delay = attemptDelays[attemptsPerDelivery - remaining] ?? longestWait;
  return putOff(new Date(endedAt.getTime() + delay), endedAt, askedWait);
}

/** A planned attempt, or a later one where the receiver has asked for a wait (milliseconds, a day at most). */
export function putOff(planned: Date, endedAt: Date, askedWait: number): Date {
  return new Date(Math.max(planned.getTime(), endedAt.getTime() + Math.min(askedWait, longestWait)));
}
