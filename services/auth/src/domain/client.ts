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

/** What the registration of a client asks for, as it came over the wire. */
export interface ClientRequest {
  readonly name: string;
  readonly redirect_uris: readonly string[];
  readonly scopes: readonly string[];
}

const mostAddresses = 20;
const longestAddress = 2_000;

/** The web's own schemes, or one with a dot, as native apps have it (RFC 8252, 7.1): no script and no file among them. */
function isRedirectUri(text: string): boolean {
  if (text.length > longestAddress || text.includes('#') || !URL.canParse(text)) return false;
  const { protocol } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' || protocol.includes('.');
}

/** The request with its values understood. Throws VALIDATION_ERROR. */
export function checkClient(request: ClientRequest): Pick<Client, 'name' | 'redirect_uris' | 'scopes'> {
  const { name, redirect_uris } = request;
  if (name.length < 1 || name.length > 100) throw invalid({ field: 'name', message: 'must have 1 to 100 characters' });
  if (redirect_uris.length < 1 || redirect_uris.length > mostAddresses) {
    throw invalid({ field: 'redirect_uris', message: `must name 1 to ${mostAddresses} addresses` });
  }
  const bad = redirect_uris.findIndex((uri) => !isRedirectUri(uri));
  if (bad >= 0) {
    throw invalid({ field: `redirect_uris[${bad}]`, message: 'must be an absolute URL without a fragment' });
  }
  const known = request.scopes.filter(isScope);
  if (known.length === 0 || known.length < request.scopes.length) {
    throw invalid({ field: 'scopes', message: `must be some of: ${scopes.join(', ')}` });
  }
  return { name, redirect_uris, scopes: [...new Set(known)] };
}
