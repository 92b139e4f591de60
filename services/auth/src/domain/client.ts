import { invalid } from '@plotline/kit/errors';
import { isScope, type Scope, scopes } from './scope.js';

/** A registered OAuth client. */
export interface Client {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly redirect_uris: readonly string[];
  readonly scopes: readonly Scope[];
  /** Hash of the secret; null for a public client. */
  readonly secret_hash: string | null;
  readonly created_at: Date;
}

/** Throws VALIDATION_ERROR unless the redirect addresses and scopes can be registered. */
export function checkClient(redirectUris: readonly string[], wanted: readonly string[]): readonly Scope[] {
  const bad = redirectUris.findIndex((uri) => !URL.canParse(uri) || new URL(uri).hash !== '');
  if (redirectUris.length === 0) throw invalid({ field: 'redirect_uris', message: 'must name at least one address' });
  if (bad >= 0)
    throw invalid({ field: `redirect_uris[${bad}]`, message: 'must be an absolute URL without a fragment' });
  const known = wanted.filter(isScope);
  if (known.length < wanted.length)
    throw invalid({ field: 'scopes', message: `must be some of: ${scopes.join(', ')}` });
  return known;
}
