import type { Owned } from '@plotline/kit/store/records/records';
import { isScope } from '@plotline/protos/plotline/auth/v1/scopes';
import type { Context } from '../../context.js';
import type { Scope } from '../../keys/model/scope.js';
import { type Client, isConfidential, isRegisteredRedirect } from '../model/client.js';
import { OAuthError } from './oauth-error.js';
import { type Parameters, requireParameter } from './parameters.js';
import { isCodeChallenge } from './pkce.js';

/** Redirect target that a known client has registered, so the browser may be sent there. */
export interface RedirectTarget {
  readonly client: Owned<Client>;
  readonly redirectUri: string;
  readonly state: string | undefined;
}

/** The client or its address is unknown, so the browser isn't redirected (RFC 6749, 4.1.2.1). */
export class UnknownTarget extends Error {
  readonly kind: 'unknown_app' | 'unknown_redirect';

  constructor(kind: UnknownTarget['kind']) {
    super('The client or the redirect_uri is unknown.');
    this.name = 'UnknownTarget';
    this.kind = kind;
  }
}

/** A valid request (RFC 6749, 4.1.1; RFC 7636, 4.3). */
export interface AuthorizationRequest extends RedirectTarget {
  /** Requested scopes for which the client is registered. There is at least one. */
  readonly scopes: readonly Scope[];
  /** Code challenge (S256). Null if a confidential client sent none. */
  readonly codeChallenge: string | null;
}

/** Finds the client and checks its redirect URI. Throws UnknownTarget. */
export async function findRedirectTarget({ clients }: Context, parameters: Parameters): Promise<RedirectTarget> {
  const { repeated } = parameters;
  const clientId = repeated.has('client_id') ? undefined : parameters.get('client_id');
  const client = clientId === undefined ? null : await clients.find(clientId);
  if (!client) throw new UnknownTarget('unknown_app');
  const redirectUri = repeated.has('redirect_uri') ? undefined : parameters.get('redirect_uri');
  if (redirectUri === undefined || !isRegisteredRedirect(client, redirectUri)) {
    throw new UnknownTarget('unknown_redirect');
  }
  return { client, redirectUri, state: repeated.has('state') ? undefined : parameters.get('state') };
}

function readScopes(client: Client, scope: string | undefined): readonly Scope[] {
  if (scope === undefined) throw new OAuthError('invalid_scope', 'The parameter scope is missing.');
  const asked = [...new Set(scope.split(' ').filter((one) => one !== ''))];
  const known = asked.filter(isScope);
  if (known.length === 0 || known.length < asked.length) throw new OAuthError('invalid_scope', 'A scope is unknown.');
  const registered = known.filter((one) => client.scopes.includes(one));
  if (registered.length === 0)
    throw new OAuthError('invalid_scope', 'The app is not registered for any of these scopes.');
  return registered;
}

function readCodeChallenge(client: Client, parameters: Parameters): string | null {
  const challenge = parameters.get('code_challenge');
  const method = parameters.get('code_challenge_method');
  if (challenge === undefined && method === undefined) {
    if (isConfidential(client)) return null;
    throw new OAuthError('invalid_request', 'This app requires PKCE. Send a code_challenge.');
  }
  if (method !== 'S256') throw new OAuthError('invalid_request', 'The code_challenge_method must be: S256.');
  if (challenge === undefined || !isCodeChallenge(challenge)) {
    throw new OAuthError('invalid_request', 'The code_challenge must be 32 bytes as base64url.');
  }
  return challenge;
}

/** Parses the rest of the request. Its errors are sent to the client by a redirect. */
export function parseAuthorizationRequest(target: RedirectTarget, parameters: Parameters): AuthorizationRequest {
  if (parameters.repeated.size > 0) {
    throw new OAuthError('invalid_request', 'A parameter was sent more than once.');
  }
  if (parameters.get('request') !== undefined)
    throw new OAuthError(
      'request_not_supported',
      'The parameter request is not supported. Send the parameters in the query.',
    );
  if (parameters.get('request_uri') !== undefined) {
    throw new OAuthError(
      'request_uri_not_supported',
      'The parameter request_uri is not supported. Send the parameters in the query.',
    );
  }
  if (requireParameter(parameters, 'response_type') !== 'code') {
    throw new OAuthError('unsupported_response_type', 'The response_type must be: code.');
  }
  if ((parameters.get('response_mode') ?? 'query') !== 'query') {
    throw new OAuthError('invalid_request', 'The response_mode must be: query.');
  }
  const { client } = target;
  return {
    ...target,
    scopes: readScopes(client, parameters.get('scope')),
    codeChallenge: readCodeChallenge(client, parameters),
  };
}
