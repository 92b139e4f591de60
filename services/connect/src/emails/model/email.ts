import type { Actor } from '@plotline/kit/core/caller';
import type { DeliveryStatus, MailAddress } from '../../vendors/model/email-port.js';
import type { VendorFailureCode } from '../../vendors/model/vendor-failure.js';

/**
 * Sending state of an email. `sending`: the provider is being called; after a crash, it is unknown whether the call was
 * made. `unconfirmed`: the provider did not answer, so it is asked whether it has the email. `unknown`: nobody can tell
 * whether the email was sent.
 */
export type EmailStatus = 'queued' | 'sending' | 'unconfirmed' | 'sent' | 'failed' | 'unknown';

/** Email to a lead. It is kept for 45 days, so that later reports can be matched with it. */
export interface Email {
  readonly id: string;
  readonly version: number;
  readonly lead_id: string;
  readonly connection_id: string;
  /** Author of the email, for the timeline. */
  readonly actor: Actor;
  readonly from: MailAddress;
  readonly to: MailAddress;
  readonly reply_to: string | null;
  readonly subject: string;
  /** Null once the timeline has the email. */
  readonly text: string | null;
  readonly html: string | null;
  readonly status: EmailStatus;
  readonly error: { readonly code: VendorFailureCode | 'connection_deleted'; readonly message: string } | null;
  /** Number of attempts to send the email. After that, number of attempts to find out whether it was sent. */
  readonly attempts: number;
  /** Whether the lead's timeline shows the outcome. */
  readonly is_told: boolean;
  readonly sent_at: Date | null;
  readonly delivered_at: Date | null;
  readonly opened_at: Date | null;
  readonly bounced_at: Date | null;
  readonly resume_at: Date;
  readonly created_at: Date;
}

/** Parts of a new email. */
export type NewEmail = Pick<
  Email,
  'id' | 'lead_id' | 'connection_id' | 'actor' | 'from' | 'to' | 'reply_to' | 'subject' | 'text' | 'html'
>;

/** Maximum waiting emails of a workspace. Keeps one workspace from filling the queue for hours. */
export const maxQueued = 1_000;

const dayMs = 24 * 3_600_000;
const retentionMs = 45 * dayMs;

/** Field with the time of each report. */
export const deliveryFields = {
  delivered: 'delivered_at',
  opened: 'opened_at',
  bounced: 'bounced_at',
} as const satisfies Record<DeliveryStatus, keyof Email>;

export function buildEmail(parts: NewEmail, now: Date): Email {
  return {
    ...parts,
    version: 1,
    status: 'queued',
    error: null,
    attempts: 0,
    is_told: false,
    sent_at: null,
    delivered_at: null,
    opened_at: null,
    bounced_at: null,
    resume_at: now,
    created_at: now,
  };
}

/** Returns when an email is removed. */
export function getEmailExpiry({ created_at }: Pick<Email, 'created_at'>): Date {
  return new Date(created_at.getTime() + retentionMs);
}

/** Returns the Message-ID: our id at the domain of the sender. It is the same in every attempt. */
export function toMessageId({ id, from }: Pick<Email, 'id' | 'from'>): string {
  return `${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}`;
}

/** Renders a new email for the public API. */
export function toEmailJson({ id, lead_id, connection_id, status, from, to, reply_to, subject, created_at }: Email) {
  const names = { from: from.address, to: to.address, reply_to };
  return { id, lead_id, connection_id, status, ...names, subject, created_at };
}
