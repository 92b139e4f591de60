/**
 * Time for which a notice waits for others, so that one email contains them all. A person who reads a notice during
 * this time gets no email about it.
 */
const gatherMs = 60_000;
/** Minimum time between two emails to a recipient. */
const pauseMs = 5 * 60_000;

/** Last email to a recipient. */
export interface LastMail {
  readonly mailed_at: Date;
}

/** Returns the time at which a new notice is emailed, if no email was sent shortly before. */
export function findMailTime(now: Date): Date {
  return new Date(now.getTime() + gatherMs);
}

/** Returns the time from which the next email may be sent. */
export function findNextMail({ mailed_at }: LastMail): Date {
  return new Date(mailed_at.getTime() + pauseMs);
}
