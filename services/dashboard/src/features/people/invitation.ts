import type { Agent } from './agent-queries.js';

const validDays = 7;
const dayMs = 24 * 3_600_000;

/** State of an invitation. Its link is valid for seven days after the email was sent. */
type InvitationState = 'waiting' | 'sent' | 'expired';

export function getInvitationState(
  { invitation_sent_at }: Pick<Agent, 'invitation_sent_at'>,
  now: Date,
): InvitationState {
  if (invitation_sent_at === null) return 'waiting';
  return Date.parse(invitation_sent_at) + validDays * dayMs > now.getTime() ? 'sent' : 'expired';
}

/** Returns when the link of a sent invitation expires. */
export function getInvitationEnd(sentAt: string): string {
  return new Date(Date.parse(sentAt) + validDays * dayMs).toISOString();
}
