import { created, noContent, ok, page } from '@plotline/kit/core/answer';
import type { Caller, Mode } from '@plotline/kit/core/caller';
import { notFound } from '@plotline/kit/core/errors';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { type KeyOfMode, keyPrefixes, parseKeyRequest } from '../model/key.js';
import { assertMayGrant } from '../model/scope.js';
import type { KeyQuery, ToKeyAnswer } from '../store/keys.js';
import { tellOfKey } from './tell-of-key.js';

/** The body of POST /auth/api-keys. */
interface NewKey {
  readonly name: string;
  readonly mode: Mode;
  readonly scopes: readonly string[];
  readonly expires_at?: string | null;
  readonly revoke_with_creator?: boolean;
}

/** Days for which the replaced key remains valid, so that clients can switch to the new one. */
const defaultOverlapDays = 1;

/** Renders a key without its value. The contract shows only the value's prefix and last four characters. */
function toKeyJson(key: KeyOfMode) {
  const { id, name, mode, scopes, last_four, created_at, created_by, expires_at, revoked_at, last_used_at } = key;
  return {
    id,
    name,
    mode,
    prefix: keyPrefixes[mode],
    last_four,
    scopes,
    revoke_with_creator: key.revoke_with_creator ?? false,
    created_at,
    created_by: { type: created_by.type, id: created_by.id, name: created_by.name },
    last_used_at,
    expires_at,
    revoked_at,
  };
}

const toNewKeyAnswer: ToKeyAnswer = (key, value) => created({ ...toKeyJson(key), key: value });

/** Finds a key that wasn't revoked. Rejects with NOT_FOUND. */
async function findUnrevoked({ keys }: Context, caller: Caller, id: string): Promise<KeyOfMode> {
  const key = await keys.get(caller, id);
  if (!key || key.revoked_at) throw notFound();
  return key;
}

/** GET /auth/api-keys */
export function listApiKeys({ keys }: Context): Handler<unknown, KeyQuery> {
  return async ({ caller, query }) => {
    const { records, info } = await keys.list(caller, query);
    return page(records.map(toKeyJson), info);
  };
}

/** POST /auth/api-keys */
export function createApiKey(context: Context): Handler<NewKey> {
  const { keys, clock } = context;
  return async (call) => {
    const { expires_at, revoke_with_creator = false, ...body } = call.body;
    const request = parseKeyRequest({ ...body, expires_at: expires_at ? Date.parse(expires_at) : 0 }, clock());
    assertMayGrant(call.caller.actor.role, request.scopes);
    const answer = await keys.create(call, { ...request, revoke_with_creator }, toNewKeyAnswer);
    await tellOfKey(context, call, request, 'created');
    return answer;
  };
}

/** GET /auth/api-keys/:id */
export function getApiKey({ keys }: Context): Handler {
  return async ({ caller, path }) => {
    const key = await keys.get(caller, path('id'));
    if (!key) throw notFound();
    return ok(toKeyJson(key));
  };
}

/** POST /auth/api-keys/:id/rotate */
export function rotateApiKey(context: Context): Handler<{ readonly overlap_days?: number } | null> {
  return async (call) => {
    const key = await findUnrevoked(context, call.caller, call.path('id'));
    assertMayGrant(call.caller.actor.role, key.scopes);
    const overlapDays = call.body?.overlap_days ?? defaultOverlapDays;
    const answer = await context.keys.rotate(call, key, overlapDays, toNewKeyAnswer);
    await tellOfKey(context, call, key, 'rotated');
    return answer;
  };
}

/** DELETE /auth/api-keys/:id */
export function revokeApiKey(context: Context): Handler {
  return async (call) => {
    const key = await findUnrevoked(context, call.caller, call.path('id'));
    await context.keys.revoke(call, key);
    await tellOfKey(context, call, key, 'revoked');
    return noContent();
  };
}
