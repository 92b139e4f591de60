import { hash } from 'node:crypto';
import { Problem } from '@plotline/kit/core/errors';
import { errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import type { CredentialCache } from './credential-cache.js';
import type { VerifiedCredential } from './identity.js';
import { type UnverifiedClient, UnverifiedLookUps } from './unverified-look-ups.js';
import type { PresentedCredential } from './verify-credential.js';

const maxTokens = 20_000;
const maxLength = 4_096;
/**
 * Maximum signatures verified at the same time. Each takes a fraction of a millisecond, so even a full queue empties
 * quickly.
 */
const slots = { max: 4, maxWaiting: 2_000 };

const pattern = /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/;

/** Returns whether a text has the form of a signed JWT (RFC 7515, 3.1). */
export function isJwt(text: string): boolean {
  return text.length <= maxLength && pattern.test(text);
}

/** A token that a client presented. The client's address is recorded as a use of the grant. */
type PresentedAccessToken = Pick<PresentedCredential, 'value'> & Required<Pick<PresentedCredential, 'readAddress'>>;

/** Content of a token whose signature and claims are verified (RFC 9068). */
interface AccessToken {
  readonly grantId: string;
  readonly personId: string;
  readonly workspaceId: string;
  readonly scopes: readonly string[];
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  /** The grant at the last use of the token, and the token's credential under that grant. */
  last: { readonly grant: VerifiedCredential; readonly credential: VerifiedCredential | null } | null;
}

export interface AccessTokensOptions {
  readonly getKey: JWTVerifyGetKey;
  /** Issuer of the tokens: the public address of the authorization server. */
  readonly issuer: string;
  /** Audience of the tokens: the public address of the API. */
  readonly audience: string;
  readonly credentials: CredentialCache;
}

const requiredClaims = ['sub', 'client_id', 'scope', 'iat', 'exp', 'jti', 'grant_id', 'workspace_id'];

/** `admin` implies all other scopes. */
function intersect(some: readonly string[], others: readonly string[]): readonly string[] {
  if (some.includes('admin')) return others;
  return others.includes('admin') ? some : some.filter((scope) => others.includes(scope));
}

function toCredential(token: AccessToken, grant: VerifiedCredential): VerifiedCredential | null {
  const { personId, workspaceId, expiresAt } = token;
  const granted = grant.identities.find(
    (identity) => identity.workspaceId === workspaceId && identity.actor.id === personId,
  );
  if (!granted) return null;
  return {
    id: grant.id,
    expiresAt: Math.min(expiresAt, grant.expiresAt),
    identities: [{ ...granted, scopes: intersect(token.scopes, granted.scopes) }],
  };
}

/**
 * Verifies access tokens. Verifies signature and claims here, once per token. Looks up the state of the grant like that
 * of a key. The cache holds only SHA-256 hashes of tokens.
 */
export class AccessTokens {
  readonly #options: AccessTokensOptions;
  readonly #verified = new LRUCache<string, AccessToken>({ max: maxTokens });
  readonly #unverified = new UnverifiedLookUps<AccessToken>(slots);

  constructor(options: AccessTokensOptions) {
    this.#options = options;
  }

  /**
   * Returns the credential of the token, or null for an invalid token. Returns it synchronously when token and grant
   * are cached.
   *
   * Verifies an uncached token only if its client may try, and counts an invalid token against the client. Rejects with
   * the errors of the client, or with SERVICE_UNAVAILABLE when the auth service is needed and doesn't respond.
   */
  find(
    { value: token, readAddress }: PresentedAccessToken,
    createClient: () => UnverifiedClient,
  ): VerifiedCredential | null | Promise<VerifiedCredential | null> {
    const id = hash('sha256', token, 'base64');
    const known = this.#verified.get(id);
    if (known && Date.now() < known.expiresAt) return this.#findGrant(known, createClient, readAddress);
    return this.#unverified
      .run(id, createClient(), () => this.#verify(id, token))
      .then((verified) => verified && this.#findGrant(verified, createClient, readAddress));
  }

  #findGrant(
    token: AccessToken,
    createClient: () => UnverifiedClient,
    readAddress: PresentedAccessToken['readAddress'],
  ) {
    const presented = { kind: 'grant', value: token.grantId, readAddress } as const;
    const grant = this.#options.credentials.find(presented, createClient);
    return grant instanceof Promise ? grant.then((found) => narrow(token, found)) : narrow(token, grant);
  }

  async #verify(id: string, token: string): Promise<AccessToken | null> {
    const verified = await verifyToken(token, this.#options);
    if (verified) this.#verified.set(id, verified);
    return verified;
  }
}

/** Restricts the grant's credential to the scopes of the token. */
function narrow(token: AccessToken, grant: VerifiedCredential | null): VerifiedCredential | null {
  if (!grant) return null;
  if (token.last?.grant !== grant) token.last = { grant, credential: toCredential(token, grant) };
  return token.last.credential;
}

/** Returns null for a token that is forged, expired, or not meant for the API (RFC 9068, section 4). */
async function verifyToken(
  token: string,
  { getKey, issuer, audience }: AccessTokensOptions,
): Promise<AccessToken | null> {
  try {
    const expected = { algorithms: ['ES256'], typ: 'at+jwt', issuer, audience, requiredClaims };
    const { payload } = await jwtVerify(token, getKey, expected);
    const { sub, exp, scope, grant_id, workspace_id } = payload;
    if (typeof sub !== 'string' || typeof exp !== 'number' || typeof scope !== 'string') return null;
    if (typeof grant_id !== 'string' || typeof workspace_id !== 'string') return null;
    const scopes = scope.split(' ').filter((name) => name !== '');
    return { grantId: grant_id, personId: sub, workspaceId: workspace_id, scopes, expiresAt: exp * 1_000, last: null };
  } catch (error) {
    if (error instanceof Problem || !(error instanceof errors.JOSEError)) throw error;
    return null;
  }
}
