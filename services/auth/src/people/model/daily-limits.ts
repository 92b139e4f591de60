import { isVerified, type Plan, type Workspace } from '../../directory/model/workspace.js';

/** Workspaces on the Starter plan that may be requested in a day from one client address. */
export const maxSignUps = 3;

/** Invitations that may be sent per day for a verified workspace. */
const maxInvitations: Readonly<Record<Plan, number>> = { starter: 50, professional: 200, enterprise: 1_000 };
const dayMs = 86_400_000;

/**
 * Returns the number of people that a workspace may invite by email per day. It is low if the workspace came from a
 * sign-up, and lowest on its first day.
 */
export function maxInvitationsPerDay(
  workspace: Pick<Workspace, 'is_self_made' | 'plan' | 'created_at'>,
  now: Date,
): number {
  if (isVerified(workspace)) return maxInvitations[workspace.plan];
  const age = now.getTime() - workspace.created_at.getTime();
  if (age < dayMs) return 5;
  return age < 7 * dayMs ? 10 : 20;
}
