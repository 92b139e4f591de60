import type { Actor } from '@plotline/kit/caller';

/** Whom a credential stands for in one workspace, and what it may do there. */
export interface Identity {
  readonly actor: Actor;
  /** Of the key, session or grant. */
  readonly credentialId: string;
  readonly workspaceId: string;
  readonly scopes: readonly string[];
  readonly plan: string;
  /** ISO 4217. */
  readonly currency: string;
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
