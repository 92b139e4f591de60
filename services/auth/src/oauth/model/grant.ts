import { allowsScope, type Scope } from '../../keys/model/scope.js';

/** Reason why a grant ended. */
export type GrantEnd = 'revoked' | 'withdrawn' | 'ended_by_workspace' | 'replayed' | 'app_deleted' | 'password_changed';

/**
 * The access that a person gives a client in one workspace. All tokens that follow from one consent belong to this
 * grant.
 */
export interface Grant {
  readonly id: string;
  readonly version: number;
  readonly client_id: string;
  readonly person_id: string;
  readonly scopes: readonly Scope[];
  /** Time of the consent. */
  readonly created_at: Date;
  readonly expires_at: Date;
  /** Time of the first request to the API with this grant. */
  readonly first_used_at: Date | null;
  readonly ended_at: Date | null;
  readonly ended_by: GrantEnd | null;
}

/**
 * The access that a person gives an app in a workspace through all grants together. Each sign-in to the app creates a
 * new grant.
 */
export interface MergedGrants {
  /** Id of the newest grant. */
  readonly id: string;
  readonly client_id: string;
  readonly person_id: string;
  /** Scopes of all grants together. */
  readonly scopes: readonly Scope[];
  /** Time of the newest grant. */
  readonly created_at: Date;
  /** Time when the last grant ends. */
  readonly expires_at: Date;
}

/**
 * Milliseconds from the consent to the end of the grant and all its refresh tokens. Exchanging a token doesn't extend
 * this time.
 */
export const grantLifetimeMs = 30 * 86_400_000;

/** Checks whether the grant is in force. Its client and its person are checked separately. */
export function isLive({ ended_at, expires_at }: Grant, now: Date): boolean {
  return ended_at === null && expires_at > now;
}

/**
 * Splits the requested scopes for which the client is registered into those that the role allows and those that it
 * doesn't.
 */
export function grantScopes(
  asked: readonly Scope[],
  registered: readonly Scope[],
  role: string,
): { readonly granted: readonly Scope[]; readonly withheld: readonly Scope[] } {
  const possible = asked.filter((scope) => registered.includes(scope));
  return {
    granted: possible.filter((scope) => allowsScope(role, scope)),
    withheld: possible.filter((scope) => !allowsScope(role, scope)),
  };
}
