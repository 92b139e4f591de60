import { ok, page } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import { notFound } from '@plotline/kit/core/errors';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import type { KeyOfMode } from '../model/key.js';
import { getPeriodStart, type KeyRequest, summarizeUsage, type UsagePeriod } from '../model/key-traffic.js';
import type { KeyRequestQuery } from '../store/key-requests.js';

/** Finds a key, even one that was revoked. Rejects with NOT_FOUND. */
async function findKey({ keys }: Context, caller: Caller, id: string): Promise<KeyOfMode> {
  const key = await keys.get(caller, id);
  if (!key) throw notFound();
  return key;
}

function toKeyRequestJson({ id, at, method, path, query, status, duration_ms, request_id }: KeyRequest) {
  return { id, at, method, path, query, status, duration_ms, request_id };
}

/** GET /auth/api-keys/:id/requests */
export function listApiKeyRequests(context: Context): Handler<unknown, KeyRequestQuery> {
  return async ({ caller, path, query }) => {
    const key = await findKey(context, caller, path('id'));
    const { records, info } = await context.keyRequests.list(caller, key, query);
    return page(records.map(toKeyRequestJson), info);
  };
}

/** GET /auth/api-keys/:id/usage */
export function getApiKeyUsage(context: Context): Handler<unknown, { readonly period: UsagePeriod }> {
  return async ({ caller, path, query: { period } }) => {
    const key = await findKey(context, caller, path('id'));
    const now = context.clock();
    const hours = await context.keyHours.list(caller, key, getPeriodStart(period, now));
    return ok(summarizeUsage(period, hours, now));
  };
}
