import type { Agent } from './agents.js';

const validDays = 7;
const dayMs = 24 * 3_600_000;

/** Where an invitation stands: the link of a mail is good for seven days from when it was handed over. */
type InvitationState = 'waiting' | 'sent' | 'expired';

export function getInvitationState(
  { invitation_sent_at }: Pick<Agent, 'invitation_sent_at'>,
  now: Date,
): InvitationState {
  if (invitation_sent_at === null) return 'waiting';
  return Date.parse(invitation_sent_at) + validDays * dayMs > now.getTime() ? 'sent' : 'expired';
}

/** The last moment of the link of an invitation that was sent. */
export function getInvitationEnd(sentAt: string): string {
  return new Date(Date.parse(sentAt) + validDays * dayMs).toISOString();
}
