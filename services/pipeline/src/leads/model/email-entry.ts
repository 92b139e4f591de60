export const sentStatuses = ['sent', 'delivered', 'opened', 'bounced', 'failed', 'unknown'] as const;
export type SentStatus = (typeof sentStatuses)[number];

/** Returns whether a text is a status of a sent email. */
export function isSentStatus(text: string): text is SentStatus {
  return sentStatuses.some((status) => status === text);
}

/** An email in the timeline of a lead. */
export interface EmailFacts {
  /** Id of the email or, for a received email, of the event that reported it. */
  readonly id: string;
  readonly direction: 'in' | 'out';
  readonly status: SentStatus | 'received';
  readonly subject: string;
  /** Empty if an entry of an earlier status contains the text. */
  readonly text: string;
  /** Reason for the failure or bounce; empty otherwise. */
  readonly reason: string;
  /** Portal that sent the email; empty if a person sent it. */
  readonly portal: string;
  readonly at: Date;
}

const descriptions: Readonly<Record<EmailFacts['status'], string>> = {
  sent: 'An email was sent.',
  delivered: 'An email was delivered.',
  opened: 'An email was opened.',
  bounced: 'An email bounced.',
  failed: 'An email could not be sent.',
  unknown: 'It is not known whether an email was sent.',
  received: 'An email arrived.',
};

/** Describes an email for its entry. */
export function describeEmail(email: EmailFacts) {
  const { id, direction, status, subject, text, reason, portal } = email;
  const description = portal === '' ? descriptions[status] : `An inquiry arrived from ${portal}.`;
  const optional = { ...(text !== '' && { text }), ...(reason !== '' && { reason }), ...(portal !== '' && { portal }) };
  return { type: 'email', description, attributes: { email_id: id, direction, status, subject, ...optional } };
}
