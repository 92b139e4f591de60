import { Problem } from '@plotline/kit/core/errors';

/** An email in the form that the mail server gets. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /**
   * URL that unsubscribes from such emails by a POST without a session (RFC 8058). Absent for emails that nobody can
   * turn off.
   */
  readonly unsubscribeUrl?: string;
}

/**
 * Maximum emails to one address in an hour by origin, forty-one in total. Further emails wait or are refused.
 * Workspaces and claimants have separate shares, so that they can't use up the emails that a person requests. Notices
 * about keys also have their own share, because a thief could cause many of them.
 */
export const maxMailsPerHour = {
  person: 3,
  claimant: 3,
  workspace: 2,
  alert: 5,
  digest: 5,
  notice: 12,
  account: 6,
  keys: 5,
} as const;

/** Minimum time between two emails of an origin to one address, for origins that have one. */
const minIntervalsMs: Readonly<Partial<Record<MailOrigin, number>>> = { notice: 5 * 60_000 };

/**
 * Cause of an email. `person`: the person at the address requested it. `claimant`: someone, perhaps a stranger, signs
 * up with the address or wants it for an account. `workspace`: a workspace invites the address. `alert`: a workspace
 * notifies its owner. `digest`: a workspace sends digests. `notice`: the person subscribed to notices of such events.
 * `account` and `keys`: the account or an API key was changed, no matter by whom.
 */
export type MailOrigin = keyof typeof maxMailsPerHour;

const hourMs = 3_600_000;

/** Names of an origin's emails, for the message of a refusal. */
const mailNames: Readonly<Record<MailOrigin, string>> = {
  person: 'mails that its person asks for',
  claimant: 'mails to confirm it',
  workspace: 'invitations',
  alert: 'alerts',
  digest: 'digests',
  notice: 'notifications',
  account: 'notices of its account',
  keys: 'notices of API keys',
};

/** Maximum delay caused by the limit of an address. An email that would have to wait longer isn't queued. */
const maxWaitMs = 24 * hourMs;

/** Pauses in milliseconds after each failed attempt. The last pause repeats until the email expires. */
const retryDelaysMs = [5_000, 15_000, 60_000, 300_000, 900_000, 3_600_000];

/**
 * Returns the time when the next email of an origin may be sent to an address. `slots` are the times of its last
 * emails, in ascending order.
 */
export function findSlot(slots: readonly Date[], origin: MailOrigin, now: Date): Date {
  const [oldest, last] = [slots.at(-maxMailsPerHour[origin]), slots.at(-1)];
  const interval = minIntervalsMs[origin] ?? 0;
  const times = [now.getTime(), oldest ? oldest.getTime() + hourMs : 0, last ? last.getTime() + interval : 0];
  return new Date(Math.max(...times));
}

/**
 * Treatment of an email when its address has reached the hourly limit. `refuse` refuses it, and `wait` sends it later.
 * `drop` also sends it later, but discards it if it would wait too long.
 */
export type WhenLimited = 'refuse' | 'wait' | 'drop';

/** Checks whether an email is discarded. */
export function isDropped(slot: Date, now: Date, whenLimited: WhenLimited): boolean {
  return whenLimited === 'drop' && slot.getTime() - now.getTime() > maxWaitMs;
}

/**
 * Throws RATE_LIMIT_EXCEEDED if the email would have to wait although it may not, or would have to wait longer than
 * `maxWaitMs`.
 */
export function assertSlot(slot: Date, origin: MailOrigin, now: Date, whenLimited: WhenLimited): void {
  const waitMs = slot.getTime() - now.getTime();
  if (waitMs <= (whenLimited === 'refuse' ? 0 : maxWaitMs)) return;
  const message = `At most ${maxMailsPerHour[origin]} ${mailNames[origin]} are sent to one address in an hour.`;
  throw new Problem('RATE_LIMIT_EXCEEDED', message, { retryAfter: Math.ceil(waitMs / 1_000) });
}

/** Returns the time of the next attempt after the given number of failed attempts. */
export function findNextAttempt(attempts: number, now: Date): Date {
  const delay = retryDelaysMs[attempts - 1] ?? retryDelaysMs.at(-1) ?? 0;
  return new Date(now.getTime() + delay);
}
