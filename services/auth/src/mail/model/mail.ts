import { Problem } from '@plotline/kit/core/errors';

/** A mail as it is handed over to the mail server. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/**
 * Mails to one address in an hour, twenty-nine in all; more wait or are refused. What workspaces and claimants cause has shares of its own,
 * so that none of them keeps a person from a mail that the person asks for; so have notices of keys, which a thief could make many of.
 */
export const maxMailsPerHour = {
  person: 3,
  claimant: 3,
  workspace: 2,
  alert: 5,
  digest: 5,
  account: 6,
  keys: 5,
} as const;

/**
 * Whose doing a mail is: that of the person at the address, of a claimant, who signs up with it or wants it for an account and may be
 * a stranger, of a workspace that invites it, of a workspace of which it is an owner's, or of one that sends it digests; or the notice of a
 * change of the account, or of API keys, by whomever.
 */
export type MailOrigin = keyof typeof maxMailsPerHour;

const hourMs = 3_600_000;

/** What the mails of an origin are, in a refusal. */
const mailNames: Readonly<Record<MailOrigin, string>> = {
  person: 'mails that its person asks for',
  claimant: 'mails to confirm it',
  workspace: 'invitations',
  alert: 'alerts',
  digest: 'digests',
  account: 'notices of its account',
  keys: 'notices of API keys',
};

/** Mails that have to wait longer for their address are not taken. */
const maxWaitMs = 24 * hourMs;

/** Pauses in milliseconds after each attempt that failed; the last one repeats until the mail is of no use any more. */
const retryDelaysMs = [5_000, 15_000, 60_000, 300_000, 900_000, 3_600_000];

/** When the next mail of an origin to an address may be handed over, if its last ones are at `slots`, in ascending order. */
export function findSlot(slots: readonly Date[], origin: MailOrigin, now: Date): Date {
  const oldest = slots.at(-maxMailsPerHour[origin]);
  return new Date(Math.max(now.getTime(), oldest ? oldest.getTime() + hourMs : 0));
}

/**
 * What becomes of a mail whose address has had its mails of the hour: refused, or handed over later; `drop` is later, too, and
 * leaves out a mail that would have to wait for too long.
 */
export type WhenLimited = 'refuse' | 'wait' | 'drop';

/** Whether a mail that may be left out is. */
export function isDropped(slot: Date, now: Date, whenLimited: WhenLimited): boolean {
  return whenLimited === 'drop' && slot.getTime() - now.getTime() > maxWaitMs;
}

/** Throws RATE_LIMIT_EXCEEDED for a slot that is too late. */
export function assertSlot(slot: Date, origin: MailOrigin, now: Date, whenLimited: WhenLimited): void {
  const waitMs = slot.getTime() - now.getTime();
  if (waitMs <= (whenLimited === 'refuse' ? 0 : maxWaitMs)) return;
  const message = `At most ${maxMailsPerHour[origin]} ${mailNames[origin]} are sent to one address in an hour.`;
  throw new Problem('RATE_LIMIT_EXCEEDED', message, { retryAfter: Math.ceil(waitMs / 1_000) });
}

/** When the next attempt is made after so many that failed. */
export function findNextAttempt(attempts: number, now: Date): Date {
  const delay = retryDelaysMs[attempts - 1] ?? retryDelaysMs.at(-1) ?? 0;
  return new Date(now.getTime() + delay);
}
