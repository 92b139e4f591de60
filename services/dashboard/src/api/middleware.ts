import type { Middleware } from 'openapi-fetch';
import { getCsrfToken } from './csrf-token.js';
import { forgetEntityTag, getEntityTag, keepEntityTag } from './entity-tags.js';
import { forgetIdempotencyKey, getIdempotencyKey } from './idempotency-keys.js';
import { readProblem } from './problem.js';

const changesOfRecords: ReadonlySet<string> = new Set(['PUT', 'PATCH', 'DELETE']);

/** Adds the CSRF token to changes, and throws what the server refuses as an ApiProblem. */
export const sessionMiddleware: Middleware = {
  onRequest({ request }) {
    if (request.method !== 'GET') request.headers.set('x-csrf-token', getCsrfToken());
    return request;
  },
  async onResponse({ response }) {
    if (!response.ok) throw await readProblem(response);
  },
};

/** Names the workspace, sends the entity tag of the record that changes, and a key by which a creation may be repeated. */
export function createWorkspaceMiddleware(workspaceId: string): Middleware {
  const nameOf = (request: Request) => `${workspaceId} ${new URL(request.url).pathname}`;
  return {
    async onRequest({ request }) {
      request.headers.set('x-workspace-id', workspaceId);
      const tag = changesOfRecords.has(request.method) ? getEntityTag(nameOf(request)) : undefined;
      if (tag !== undefined && !request.headers.has('if-match')) request.headers.set('if-match', tag);
      if (request.method === 'POST' && !request.headers.has('idempotency-key')) {
        const sent = JSON.stringify([workspaceId, request.url, await request.clone().text()]);
        request.headers.set('idempotency-key', await getIdempotencyKey(sent));
      }
      return request;
    },
    onResponse({ request, response }) {
      const name = nameOf(request);
      const tag = response.headers.get('etag');
      if (tag !== null && response.ok) keepEntityTag(name, tag);
      // What is only listed is not read again by itself: it would be refused for ever.
      if (response.status === 412) forgetEntityTag(name);
      // An action, such as `rotate-secret`, changes the record that its path begins with.
      if (request.method === 'POST' && response.ok) {
        forgetEntityTag(name.slice(0, name.lastIndexOf('/')));
        forgetIdempotencyKey(request.headers.get('idempotency-key'));
      }
    },
  };
}
