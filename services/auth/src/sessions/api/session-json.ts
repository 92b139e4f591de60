import { computeCsrfToken } from '@plotline/kit/http/cookies';
import { countRecoveryCodes, hasTwoFactor } from '../../directory/model/person.js';
import type { Session } from '../model/session.js';
import type { SignedIn } from './signed-in.js';

/** Renders a session for the list of a person's sessions. */
export function toListedSessionJson(
  { id, created_at, expires_at, last_used_at, user_agent, address }: Session,
  currentId: string,
) {
  return { id, current: id === currentId, created_at, expires_at, last_used_at, user_agent, address };
}

/** Renders the caller's own session in the form of the contract, without the token. */
export function toSessionJson({ token, session, person, access }: SignedIn) {
  return {
    id: session.id,
    person: {
      id: person.id,
      email: person.email,
      name: person.name,
      two_factor: hasTwoFactor(person),
      recovery_codes_left: countRecoveryCodes(person),
    },
    memberships: access.map(({ workspace, agentId, sandboxAgentId, role, needsTwoFactor, suspension }) => ({
      workspace: { id: workspace.id, name: workspace.name, plan: workspace.plan },
      agent_id: agentId,
      sandbox_agent_id: sandboxAgentId,
      role,
      needs_two_factor: needsTwoFactor,
      suspension,
    })),
    csrf_token: computeCsrfToken(token),
    created_at: session.created_at,
    expires_at: session.expires_at,
  };
}
