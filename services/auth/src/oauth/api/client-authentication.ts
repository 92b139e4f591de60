import type { Owned } from '@plotline/kit/store/records/records';
import { toLogFields } from '@plotline/kit/telemetry/log';
import type { Context } from '../../context.js';
import type { Origin } from '../../sessions/api/origin.js';
import { type Client, isConfidential } from '../model/client.js';
import { recordClientFailure } from './client-failures.js';
import { OAuthError } from './oauth-error.js';
import type { Parameters } from './parameters.js';

interface Credentials {
  readonly id: string;
  readonly secret: string | undefined;
  readonly isBasic: boolean;
}

/**
 * Creates the refusal with status 401 (RFC 6749, 5.2). Includes the challenge that a request with `Authorization:
 * Basic` requires.
 */
function refuseClient(isBasic: boolean): OAuthError {
  const headers = isBasic ? { 'www-authenticate': 'Basic realm="Plotline", charset="UTF-8"' } : {};
  return new OAuthError('invalid_client', 'The client is unknown, or it did not authenticate.', {
    status: 401,
    headers,
  });
}

/** Decodes an id or a secret. Both are form-encoded before they are joined (RFC 6749, 2.3.1). */
function decodeForm(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}

function parseBasic(authorization: string): Credentials {
  const encoded = /^Basic +([\w+/=-]+)$/i.exec(authorization)?.[1];
  const text = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 1) throw refuseClient(true);
  try {
    const [id, secret] = [decodeForm(text.slice(0, colon)), decodeForm(text.slice(colon + 1))];
    return { id, secret: secret === '' ? undefined : secret, isBasic: true };
  } catch {
    throw refuseClient(true);
  }
}

/**
 * Reads the client's credentials from the body or from Basic, but not from both (RFC 6749, 2.3). Throws invalid_request
 * or invalid_client.
 */
function readCredentials(authorization: string | undefined, parameters: Parameters): Credentials {
  const id = parameters.get('client_id');
  const secret = parameters.get('client_secret');
  if (authorization === undefined) {
    if (id === undefined) throw refuseClient(false);
    return { id, secret, isBasic: false };
  }
  if (secret !== undefined) {
    throw new OAuthError('invalid_request', 'The client must authenticate either by Basic or in the body.');
  }
  const basic = parseBasic(authorization);
  if (id !== undefined && id !== basic.id) {
    throw new OAuthError('invalid_request', 'The client_id must match the Authorization header.');
  }
  return basic;
}

export interface ClientRequest {
  readonly authorization: string | undefined;
  readonly parameters: Parameters;
  /** The client's network address. */
  readonly address: string;
  readonly origin: Origin;
  /** Called with a client that has proven its secret. */
  readonly onAuthenticated: (clientId: string) => void;
}

/**
 * Finds the client that sent a request: a confidential client by its secret, a public client by its id only. Throws
 * invalid_client (401) if the client is unknown, the secret is wrong, or a public client sent a secret. Throws
 * RATE_LIMIT_EXCEEDED after too many failures.
 */
export async function authenticateClient(
  context: Context,
  { authorization, parameters, address, origin, onAuthenticated }: ClientRequest,
): Promise<Owned<Client>> {
  const { clients, runtime } = context;
  const { id, secret, isBasic } = readCredentials(authorization, parameters);
  const client = await clients.find(id);
  if (client && !isConfidential(client) && secret === undefined) return client;
  if (client && secret !== undefined && clients.matchesSecret(client, secret)) {
    onAuthenticated(client.id);
    clients
      .renewHash(client, secret)
      .catch((error: unknown) => runtime.log.warn({ err: error, ...toLogFields(origin) }, 'secret not rehashed'));
    return client;
  }
  await recordClientFailure(context, client?.id ?? null, address);
  throw refuseClient(isBasic);
}

/** Authenticates a client as above, for endpoints that public clients may not use. */
export async function authenticateConfidentialClient(context: Context, request: ClientRequest): Promise<Owned<Client>> {
  const client = await authenticateClient(context, request);
  if (!isConfidential(client)) throw refuseClient(request.authorization !== undefined);
  return client;
}
