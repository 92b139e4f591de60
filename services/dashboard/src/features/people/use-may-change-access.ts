import { useCan } from '../../api/workspace.js';
import type { Agent } from './agent-queries.js';

/**
 * Checks whether the person may change an agent's email, role and status. Only owners may change these for an owner.
 */
export function useMayChangeAccess({ role }: Agent): boolean {
  const [mayAdminister, isOwner] = [useCan('administer'), useCan('own')];
  return role === 'owner' ? isOwner : mayAdminister;
}
