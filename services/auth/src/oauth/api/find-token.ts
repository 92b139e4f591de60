import type { Owned } from '@plotline/kit/store/records/records';
import type { Context } from '../../context.js';
import type { RefreshToken } from '../model/refresh-token.js';
import { type AccessTokenClaims, verifyAccessToken } from './access-token.js';

/** A token that this server issued and that hasn't expired, as a client sent it. */
export type FoundToken =
  | { readonly kind: 'access'; readonly clientId: string; readonly grantId: string; readonly claims: AccessTokenClaims }
  | {
      readonly kind: 'refresh';
      readonly clientId: string;
      readonly grantId: string;
      readonly record: Owned<RefreshToken>;
    };

/**
 * Finds the access or refresh token with that value, or null. The value shows its kind, so `token_type_hint` isn't
 * needed.
 */
export async function findToken(context: Context, value: string): Promise<FoundToken | null> {
  if (value.includes('.')) {
    const claims = await verifyAccessToken(context, value);
    return claims && { kind: 'access', clientId: claims.client_id, grantId: claims.grant_id, claims };
  }
  const record = await context.refreshTokens.find(value);
  if (!record || record.expires_at <= context.clock()) return null;
  return { kind: 'refresh', clientId: record.client_id, grantId: record.grant_id, record };
}
