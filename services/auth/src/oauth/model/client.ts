import { invalid } from '@plotline/kit/core/errors';
import { parseScopes, type Scope } from '../../keys/model/scope.js';
import { parseAppName } from './app-name.js';

/** A registered OAuth client (RFC 6749, section 2). The dashboard calls it an app. */
export interface Client {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly redirect_uris: readonly string[];
  /** All scopes that the client can be granted. */
  readonly scopes: readonly Scope[];
  /** Hash of the secret. Null for a public client. */
  readonly secret_hash: string | null;
  /** Id of the secret that the hash was computed with. Null for a public client. */
  readonly secret_hash_key_id: string | null;
  readonly created_at: Date;
  /** Absent for a client that was registered before this field existed. */
  readonly updated_at?: Date;
}

/** A request to register a client, as received. */
export interface ClientRequest {
  readonly name: string;
  readonly redirect_uris: readonly string[];
  readonly scopes: readonly string[];
}

/** Fields of a client that its owner chooses. */
export type ClientSettings = Pick<Client, 'name' | 'redirect_uris' | 'scopes'>;

const maxRedirectUris = 20;
const maxUriLength = 2_000;

const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Allows only names and addresses as the host, because the host also appears in a Content-Security-Policy. */
const plainHost = /^(?:[a-z\d._-]+|\[[\da-f:.]+\])$/;

/**
 * Checks a redirect URI: https, http on the same machine, or a private-use scheme with a dot (RFC 8252, 7.1 and 7.3).
 * Rejects `javascript:`, `file:`, and addresses that would send a code over a network in plain text. The URI has no
 * fragment (RFC 6749, 3.1.2) and no user information.
 */
function isRedirectUri(text: string): boolean {
  if (text.length > maxUriLength || !/^[\x21-\x7e]+$/.test(text) || text.includes('#') || !URL.canParse(text))
    return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  if (protocol === 'http:') return loopbackHosts.has(hostname);
  return (protocol === 'https:' && plainHost.test(hostname)) || /^[a-z][a-z\d-]*(\.[a-z\d-]+)+:$/.test(protocol);
}

/** Matches an http URI with a loopback IP address. Captures the parts before and after its optional port. */
const loopbackUri = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::[1-9]\d{0,4})?(?=[/?]|$)(.*)$/;

/** Removes the port from a loopback IP address. An app knows its port only when it runs. */
function withoutLoopbackPort(uri: string): string {
  const [, origin, rest] = loopbackUri.exec(uri) ?? [];
  return origin === undefined || rest === undefined ? uri : `${origin}${rest}`;
}

/**
 * Checks whether the client registered the address. Compares character by character (RFC 9700, 4.1.3), except that a
 * loopback IP address matches with any port (RFC 8252, 7.3).
 */
export function isRegisteredRedirect({ redirect_uris }: Pick<Client, 'redirect_uris'>, uri: string): boolean {
  if (redirect_uris.includes(uri)) return true;
  const wanted = withoutLoopbackPort(uri);
  return URL.canParse(uri) && redirect_uris.some((registered) => withoutLoopbackPort(registered) === wanted);
}

/** Checks whether the client has a secret (RFC 6749, 2.1). */
export function isConfidential({ secret_hash }: Pick<Client, 'secret_hash'>): boolean {
  return secret_hash !== null;
}

/** Parses a request. Throws VALIDATION_ERROR. */
export function parseClientRequest(request: ClientRequest): ClientSettings {
  const { redirect_uris } = request;
  const name = parseAppName(request.name);
  if (redirect_uris.length < 1 || redirect_uris.length > maxRedirectUris) {
    throw invalid({ field: 'redirect_uris', message: `must have 1 to ${maxRedirectUris} addresses` });
  }
  const faults = redirect_uris.flatMap((uri, index) =>
    isRedirectUri(uri)
      ? []
      : [
          {
            field: `redirect_uris[${index}]`,
            message: 'must be https, http on the same machine, or a private-use scheme with a dot',
          },
        ],
  );
  if (faults.length > 0) throw invalid(...faults);
  return { name, redirect_uris: [...new Set(redirect_uris)], scopes: parseScopes(request.scopes) };
}
