import type { Unit } from './unit.js';

/** Which units a caller sees: all, or the open ones and those of the `team` kind that these colleagues are assigned. */
export type Sight = 'all' | { readonly colleagues: readonly string[] };

/** Owners, admins, API keys and the system see all; agents need their team for it; viewers see what is open. */
export function sightByRole(role: string | undefined): 'all' | 'team' | 'open' {
  if (role === undefined || role === 'owner' || role === 'admin') return 'all';
  return role === 'agent' ? 'team' : 'open';
}

/** Whether the caller sees the unit. */
export function sees(sight: Sight, { visibility, assigned_agent }: Unit): boolean {
  if (sight === 'all' || visibility === 'public' || visibility === 'agents') return true;
  return visibility === 'team' && assigned_agent !== null && sight.colleagues.includes(assigned_agent);
}
