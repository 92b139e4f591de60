import { invalid } from '@plotline/kit/errors';
import { parseScopes, type Scope } from './scope.js';

/** A registered OAuth client. */
export interface Client {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly redirect_uris: readonly string[];
  readonly scopes: readonly Scope[];
  /** Hash of the secret; null for a public client. */
  readonly secret_hash: string | null;
  /** Id of the secret that keys the hash; null for a public client. */
  readonly secret_hash_key_id: string | null;
  readonly created_at: Date;
}

/** The request to register a client, as received. */
interface ClientRequest {
  readonly name: string;
  readonly redirect_uris: readonly string[];
  readonly scopes: readonly string[];
}

const maxRedirectUris = 20;
const maxUriLength = 2_000;

/** https, http, or a private-use scheme with a dot (RFC 8252, 7.1); so neither `javascript:` nor `file:`. */
function isRedirectUri(text: string): boolean {
  if (text.length > maxUriLength || text.includes('#') || !URL.canParse(text)) return false;
  const { protocol } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' || protocol.includes('.');
}

/** The request with its values checked and typed. Throws VALIDATION_ERROR. */
export function parseClientRequest(request: ClientRequest): Pick<Client, 'name' | 'redirect_uris' | 'scopes'> {
  const { name, redirect_uris } = request;
  if (name.length < 1 || name.length > 100) throw invalid({ field: 'name', message: 'must have 1 to 100 characters' });
  if (redirect_uris.length < 1 || redirect_uris.length > maxRedirectUris) {
    throw invalid({ field: 'redirect_uris', message: `must name 1 to ${maxRedirectUris} addresses` });
  }
  const invalidIndex = redirect_uris.findIndex((uri) => !isRedirectUri(uri));
  if (invalidIndex >= 0) {
    throw invalid({ field: `redirect_uris[${invalidIndex}]`, message: 'must be an absolute URL without a fragment' });
  }
  return { name, redirect_uris, scopes: parseScopes(request.scopes) };
}
