import { created, noContent, ok, page, withVersion } from '@plotline/kit/core/answer';
import { invalid, notFound } from '@plotline/kit/core/errors';
import { newId } from '@plotline/kit/core/ids';
import { merge } from '@plotline/kit/core/json-object';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Handler } from '@plotline/kit/http/handler';
import { diff } from '@plotline/kit/store/journal/entry';
import type { ListQuery } from '@plotline/kit/store/lists/list';
import type { Context } from '../../context.js';
import { type Client, type ClientRequest, isConfidential, parseClientRequest } from '../model/client.js';

/** Renders an app without its secret, for owners of the workspace. */
function toAppJson(client: Client) {
  const { id, name, redirect_uris, scopes, created_at, updated_at = created_at } = client;
  return { id, name, confidential: isConfidential(client), redirect_uris, scopes, created_at, updated_at };
}

interface NewApp extends ClientRequest {
  readonly confidential: boolean;
}

/** GET /auth/apps */
export function listApps({ clients }: Context): Handler<unknown, ListQuery> {
  return async ({ caller, query }) => {
    const { records, info } = await clients.list(caller, query);
    return page(records.map(toAppJson), info);
  };
}

/** POST /auth/apps. Only the responses of this operation and of rotate-secret contain a secret. */
export function createApp({ clients, clock }: Context): Handler<NewApp> {
  return async (call) => {
    const { confidential, ...request } = call.body;
    const secret = clients.createSecret(confidential);
    const now = clock();
    const hashed = clients.hashSecret(secret);
    const settings = parseClientRequest(request);
    const client: Client = { ...settings, ...hashed, id: newId('app'), version: 1, created_at: now, updated_at: now };
    const answer = withVersion(created({ ...toAppJson(client), client_secret: secret }), client.version);
    await clients.add(call, client, answer);
    return answer;
  };
}

/** GET /auth/apps/:id */
export function getApp({ clients }: Context): Handler {
  return async ({ caller, path }) => {
    const client = await clients.get(caller, path('id'));
    if (!client) throw notFound();
    return withVersion(ok(toAppJson(client)), client.version);
  };
}

const changed = { type: 'field_update', description: 'The app was changed.' };

/** PUT /auth/apps/:id. Existing grants keep their scopes. Removed scopes affect only new consents. */
export function updateApp({ clients }: Context): Handler<Partial<ClientRequest>> {
  return async (call) => {
    const decide = (before: Client, at: Date) => {
      assertIfMatch(call.header, before);
      const { name, redirect_uris, scopes } = merge(before, call.body);
      const after = { ...before, ...parseClientRequest({ name, redirect_uris, scopes }), updated_at: at };
      const changes = diff(toAppJson(before), toAppJson(after));
      return Object.keys(changes).length > 0 ? after : before;
    };
    const toAnswer = (client: Client) => withVersion(ok(toAppJson(client)), client.version);
    const { answer } = await clients.change(call, call.path('id'), { entry: changed, decide, toAnswer });
    return answer;
  };
}

const rotated = { type: 'secret_rotated', description: 'The app got a new secret.' };

/** POST /auth/apps/:id/rotate-secret. The previous secret becomes invalid immediately. */
export function rotateAppSecret({ clients }: Context): Handler {
  return async (call) => {
    const secret = clients.createSecret(true);
    const hashed = clients.hashSecret(secret);
    const decide = (before: Client, at: Date) => {
      assertIfMatch(call.header, before);
      if (!isConfidential(before)) {
        throw invalid({ field: 'id', message: 'must be the id of a confidential app: a public app has no secret' });
      }
      return { ...before, ...hashed, updated_at: at };
    };
    const toAnswer = (client: Client) =>
      withVersion(ok({ ...toAppJson(client), client_secret: secret }), client.version);
    const { answer } = await clients.change(call, call.path('id'), { entry: rotated, decide, toAnswer });
    return answer;
  };
}

/** DELETE /auth/apps/:id */
export function deleteApp({ clients }: Context): Handler {
  return async (call) => {
    await clients.delete(call, call.path('id'), (client) => assertIfMatch(call.header, client));
    return noContent();
  };
}
