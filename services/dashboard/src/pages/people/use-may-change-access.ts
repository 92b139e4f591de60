import { useCan } from '../../api/workspace.js';
import type { Agent } from './agents.js';

/** Whether the person may change the email, role and status of the agent: those of an owner are changed by owners alone. */
export function useMayChangeAccess({ role }: Agent): boolean {
  const [mayAdminister, isOwner] = [useCan('administer'), useCan('own')];
  return role === 'owner' ? isOwner : mayAdminister;
}
