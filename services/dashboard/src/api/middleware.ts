import type { Middleware } from 'openapi-fetch';
import { getCsrfToken } from './csrf-token.js';
import { forgetEntityTag, getEntityTag, setEntityTag } from './entity-tags.js';
import { forgetIdempotencyKey, getIdempotencyKey } from './idempotency-keys.js';
import { readProblem } from './problem.js';

const versionedMethods: ReadonlySet<string> = new Set(['PUT', 'PATCH', 'DELETE']);

/** Adds the CSRF token to changes, and throws error responses as `ApiProblem`. */
export const sessionMiddleware: Middleware = {
  onRequest({ request }) {
    if (request.method !== 'GET') request.headers.set('x-csrf-token', getCsrfToken());
    return request;
  },
  async onResponse({ response }) {
    if (!response.ok) throw await readProblem(response);
  },
};

/** Adds the workspace, the entity tag of a changed record, and an Idempotency-Key that makes a POST safe to repeat. */
export function createWorkspaceMiddleware(workspaceId: string): Middleware {
  const getTagName = (request: Request) => `${workspaceId} ${new URL(request.url).pathname}`;
  return {
    async onRequest({ request }) {
      request.headers.set('x-workspace-id', workspaceId);
      const tag = versionedMethods.has(request.method) ? getEntityTag(getTagName(request)) : undefined;
      if (tag !== undefined && !request.headers.has('if-match')) request.headers.set('if-match', tag);
      if (request.method === 'POST' && !request.headers.has('idempotency-key')) {
        const sent = JSON.stringify([workspaceId, request.url, await request.clone().text()]);
        request.headers.set('idempotency-key', await getIdempotencyKey(sent));
      }
      return request;
    },
    onResponse({ request, response }) {
      const name = getTagName(request);
      const tag = response.headers.get('etag');
      if (tag !== null && response.ok) setEntityTag(name, tag);
      // A page that shows the record only in a list doesn't read it again, so the page would keep sending the outdated
      // tag.
      if (response.status === 412) forgetEntityTag(name);
      // An action such as `rotate-secret` changes the record whose path is the start of the action's path.
      if (request.method === 'POST' && response.ok) {
        forgetEntityTag(name.slice(0, name.lastIndexOf('/')));
        forgetIdempotencyKey(request.headers.get('idempotency-key'));
      }
    },
  };
}
