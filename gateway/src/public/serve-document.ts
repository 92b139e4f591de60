import { hash } from 'node:crypto';
import { Problem } from '@plotline/kit/errors';
import type { JsonObject } from '../contract/json.js';
import type { Exchange } from '../edge/exchange.js';

/** Where the public OpenAPI document is, on both API hosts, for anyone. */
export const documentPath = '/openapi.json';

/** Serves the document; it is rendered once. */
export function createServeDocument(document: JsonObject): (exchange: Exchange) => void {
  const body = Buffer.from(JSON.stringify(document));
  const etag = `"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
  return ({ request, response }) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      throw new Problem('METHOD_NOT_ALLOWED', 'This path takes GET, HEAD.');
    }
    response.setHeader('ETag', etag);
    response.setHeader('Cache-Control', 'public, max-age=60');
    response.setHeader('Access-Control-Allow-Origin', '*');
    if (request.headers['if-none-match']?.includes(etag)) {
      response.writeHead(304).end();
      return;
    }
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body);
  };
}
