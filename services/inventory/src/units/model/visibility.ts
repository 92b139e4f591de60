import type { Unit } from './unit.js';

/**
 * Units that a caller may view: either all units, or the open units and the listed teammates' units with the visibility
 * `team`.
 */
export type Visibility = 'all' | { readonly teammates: readonly string[] };

/**
 * Returns the visibility for a role: all units, the open units and the team's units, or only the open units. API keys
 * and the system have no role.
 */
export function visibilityOfRole(role: string | undefined): 'all' | 'team' | 'open' {
  if (role === undefined || role === 'owner' || role === 'admin') return 'all';
  return role === 'agent' ? 'team' : 'open';
}

/** Returns whether a caller with this visibility may view the unit. */
export function canView(allowed: Visibility, { visibility, assigned_agent }: Unit): boolean {
  if (allowed === 'all' || visibility === 'public' || visibility === 'agents') return true;
  return visibility === 'team' && assigned_agent !== null && allowed.teammates.includes(assigned_agent);
}
