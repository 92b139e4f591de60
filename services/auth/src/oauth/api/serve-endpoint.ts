import { clientHeader } from '@plotline/kit/core/answer';
import { readClientAddress } from '@plotline/kit/http/request';
import { toLogFields } from '@plotline/kit/telemetry/log';
import type { RequestHandler, Response } from 'express';
import type { Context } from '../../context.js';
import { readOrigin } from '../../sessions/api/origin.js';
import type { ClientRequest } from './client-authentication.js';
import { OAuthError, toOAuthError } from './oauth-error.js';
import { readParameters } from './parameters.js';

/** Resolves to the JSON of a response with status 200, or throws an OAuthError. */
export type Endpoint = (call: ClientRequest) => Promise<object>;

function send(response: Response, status: number, body: object): void {
  // Caches must not store tokens, or responses about them (RFC 6749, 5.1).
  response.setHeader('cache-control', 'no-store');
  response.setHeader('pragma', 'no-cache');
  const text = JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.end(text);
}

/** Sends a thrown value in the format of RFC 6749 (5.2). Logs unexpected errors, and sends none of their details. */
export function sendOAuthError({ runtime }: Context, response: Response, error: unknown): void {
  const { code, message, status, headers } = toOAuthError(error);
  if (status >= 500)
    runtime.log.warn({ err: error, ...toLogFields(readOrigin(response.req)) }, 'authorization server failed');
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  send(response, status, { success: false, error: code, error_description: message });
}

/** Serves an endpoint with parameters in a form or in JSON. */
export function serveEndpoint(context: Context, endpoint: Endpoint): RequestHandler {
  return async (request, response) => {
    try {
      const answer = await endpoint({
        authorization: request.get('authorization'),
        parameters: readParameters(request),
        address: readClientAddress(request),
        origin: readOrigin(request),
        onAuthenticated: (clientId) => response.setHeader(clientHeader, clientId),
      });
      send(response, 200, answer);
    } catch (error) {
      sendOAuthError(context, response, error);
    }
  };
}

/** Refuses all methods except the allowed ones. */
export function refuseMethod(context: Context, ...allowed: readonly string[]): RequestHandler {
  return (_request, response) => {
    const methods = allowed.join(', ');
    const options = { status: 405, headers: { allow: methods } };
    sendOAuthError(context, response, new OAuthError('invalid_request', `This path supports ${methods}.`, options));
  };
}
