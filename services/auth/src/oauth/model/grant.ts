import { allowsScope, type Scope } from '../../keys/model/scope.js';

/** Why a grant ended. */
export type GrantEnd = 'revoked' | 'withdrawn' | 'ended_by_workspace' | 'replayed' | 'app_deleted' | 'password_changed';

/** What a person lets a client do in one workspace: the family of all tokens that come of one consent. */
export interface Grant {
  readonly id: string;
  readonly version: number;
  readonly client_id: string;
  readonly person_id: string;
  readonly scopes: readonly Scope[];
  /** When the person consented. */
  readonly created_at: Date;
  readonly expires_at: Date;
  /** When the API was first asked for something with it. */
  readonly first_used_at: Date | null;
  readonly ended_at: Date | null;
  readonly ended_by: GrantEnd | null;
}

/** Access that a person gives an app in a workspace: all grants together. Each sign-in to the app makes one grant. */
export interface MergedGrants {
  /** Time of the newest grant. */
  readonly id: string;
  readonly client_id: string;
  readonly person_id: string;
  /** Scopes of all grants together. */
  readonly scopes: readonly Scope[];
  /** When the newest was made. */
  readonly created_at: Date;
  /** When the last of them ends. */
  readonly expires_at: Date;
}

/** Milliseconds from the consent to the end of the grant and of all its refresh tokens, however often they rotate. */
export const grantLifetimeMs = 30 * 86_400_000;

/** Whether tokens of the grant are good, as far as the grant itself tells. */
export function isLive({ ended_at, expires_at }: Grant, now: Date): boolean {
  return ended_at === null && expires_at > now;
}

/** What of the scopes that a client asks for is granted: what it is registered for, and what the role allows. */
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
