import { computeCsrfToken } from '@plotline/kit/core/csrf';
import { countRecoveryCodes, hasTwoFactor, type Person } from '../../directory/model/person.js';
import type { Workspace } from '../../directory/model/workspace.js';
import type { Session } from '../model/session.js';

interface SignedIn {
  readonly token: string;
  readonly session: Session;
  readonly person: Person;
  readonly access: readonly {
    readonly workspace: Workspace;
    readonly agentId: string;
    readonly sandboxAgentId: string | null;
    readonly role: string;
    readonly needsTwoFactor: boolean;
  }[];
}

/** A session in the list of a person's sessions. */
export function toListedSessionJson(
  { id, created_at, expires_at, last_used_at, user_agent, address }: Session,
  currentId: string,
) {
  return { id, current: id === currentId, created_at, expires_at, last_used_at, user_agent, address };
}

/** The session of whoever asks, as the contract has it. The token is not in it. */
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
    memberships: access.map(({ workspace, agentId, sandboxAgentId, role, needsTwoFactor }) => ({
      workspace: { id: workspace.id, name: workspace.name, plan: workspace.plan },
      agent_id: agentId,
      sandbox_agent_id: sandboxAgentId,
      role,
      needs_two_factor: needsTwoFactor,
    })),
    csrf_token: computeCsrfToken(token),
    created_at: session.created_at,
    expires_at: session.expires_at,
  };
}
