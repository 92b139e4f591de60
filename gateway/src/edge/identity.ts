import type { Actor, Mode } from '@plotline/kit/core/caller';

/** Whom a credential stands for in one workspace, and what it may do there. */
export interface Identity {
  /** With a person's agent of live, whatever the mode. */
  readonly actor: Actor;
  /** The agent that the person is in the sandbox. */
  readonly sandboxAgentId?: string | undefined;
  /** Of the key, session or grant. */
  readonly credentialId: string;
  readonly workspaceId: string;
  /** When a person became active there for the last time, in milliseconds since the epoch. */
  readonly memberSince?: number | undefined;
  readonly scopes: readonly string[];
  readonly plan: string;
  /** ISO 4217. */
  readonly currency: string;
  /** The workspace requires a second factor that the person has not set up: nothing is allowed there until then. */
  readonly needsTwoFactor?: boolean;
}

/** A credential that is good, with an identity for each workspace that it belongs to. */
export interface VerifiedCredential {
  /** Of the key, session or grant. */
  readonly id: string;
  /** Milliseconds since the epoch; Infinity for a credential that does not expire. */
  readonly expiresAt: number;
  /** The first is that of a request that names no workspace. */
  readonly identities: readonly [Identity, ...Identity[]];
}

/** As whom the actor acts in the mode: agents of the sandbox are others than those of live, and a person may have none there. */
export function actorIn({ actor, sandboxAgentId }: Identity, mode: Mode): Actor {
  if (mode === 'live' || actor.type !== 'user') return actor;
  const { agentId: _live, ...person } = actor;
  return sandboxAgentId === undefined ? person : { ...person, agentId: sandboxAgentId };
}
