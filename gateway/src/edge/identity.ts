import type { Actor, Mode } from '@plotline/kit/core/caller';

/** Actor that a credential stands for in one workspace, with the actor's permissions there. */
export interface Identity {
  /** Includes the person's agent in live mode, even in a sandbox request. */
  readonly actor: Actor;
  /** The person's agent in the sandbox. */
  readonly sandboxAgentId?: string | undefined;
  /** Id of the key, session or grant. */
  readonly credentialId: string;
  readonly workspaceId: string;
  /** Time when the person last became active in the workspace, in milliseconds since the epoch. */
  readonly memberSince?: number | undefined;
  readonly scopes: readonly string[];
  readonly plan: string;
  /** ISO 4217 code. */
  readonly currency: string;
  /** ISO 3166-1 alpha-2 code; empty when the workspace has no country. */
  readonly country: string;
  /** Name in the IANA time zone database. */
  readonly timeZone: string;
  /** Numeric settings of the workspace that differ from their defaults, by name. */
  readonly settings?: Readonly<Record<string, number>>;
  /**
   * Whether the workspace requires a second factor that the person hasn't set up. Until then the person may do nothing
   * there.
   */
  readonly needsTwoFactor?: boolean;
  /**
   * Class of the reason for the suspension of the workspace. Until the workspace is resumed, nothing is allowed there.
   */
  readonly suspension?: string | undefined;
}

/** A valid credential, with an identity for each of its workspaces. */
export interface VerifiedCredential {
  /** Id of the key, session or grant. */
  readonly id: string;
  /** Milliseconds since the epoch; Infinity for a credential that does not expire. */
  readonly expiresAt: number;
  /** The first identity applies to requests that name no workspace. */
  readonly identities: readonly [Identity, ...Identity[]];
}

/** Returns the `settings` field of an identity, or no field if all settings have their defaults. */
export function toSettings(settings: Readonly<Record<string, number>>): Pick<Identity, 'settings'> {
  return Object.keys(settings).length === 0 ? {} : { settings };
}

/** Returns the actor in the mode. The sandbox has its own agents, and a person may have none there. */
export function actorIn({ actor, sandboxAgentId }: Identity, mode: Mode): Actor {
  if (mode === 'live' || actor.type !== 'user') return actor;
  const { agentId: _live, ...person } = actor;
  return sandboxAgentId === undefined ? person : { ...person, agentId: sandboxAgentId };
}
