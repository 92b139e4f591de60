import { Problem } from '@plotline/kit/errors';

/** A mail as it is handed over to the mail server. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A mail to one address in an hour; more wait or are refused. */
export const maxMailsPerHour = 5;
const hourMs = 3_600_000;

/** Mails that have to wait longer for their address are not taken. */
const maxWaitMs = 24 * hourMs;

/** Pauses in milliseconds after each attempt that failed; the last one repeats until the mail is of no use any more. */
const retryDelaysMs = [5_000, 15_000, 60_000, 300_000, 900_000, 3_600_000];

/** When the next mail to an address may be handed over, if the last ones are at `slots`, in ascending order. */
export function findSlot(slots: readonly Date[], now: Date): Date {
  const fifthLast = slots.at(-maxMailsPerHour);
  return new Date(Math.max(now.getTime(), fifthLast ? fifthLast.getTime() + hourMs : 0));
}

/** What becomes of a mail whose address has had its mails of the hour: refused, or handed over later. */
export type WhenLimited = 'refuse' | 'wait';

/** Throws RATE_LIMIT_EXCEEDED for a slot that is too late. */
export function assertSlot(slot: Date, now: Date, whenLimited: WhenLimited): void {
  const waitMs = slot.getTime() - now.getTime();
  if (waitMs <= (whenLimited === 'wait' ? maxWaitMs : 0)) return;
  const message = `At most ${maxMailsPerHour} mails an hour are sent to one address.`;
  throw new Problem('RATE_LIMIT_EXCEEDED', message, { retryAfter: Math.ceil(waitMs / 1_000) });
}

/** When the next attempt is made after so many that failed. */
export function findNextAttempt(attempts: number, now: Date): Date {
  const delay = retryDelaysMs[attempts - 1] ?? retryDelaysMs.at(-1) ?? 0;
  return new Date(now.getTime() + delay);
}
