import { ok } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import { findRoom, toDayEnd } from '@plotline/kit/core/quota';
import type { Handler } from '@plotline/kit/http/handler';
import type { RpcHandler } from '@plotline/kit/rpc/server';
import { dailyQuotas, quotaNames } from '@plotline/protos/plotline/auth/v1/quotas';
import type { GetUsageRequest, GetUsageResponse } from '@plotline/protos/plotline/usage/v1/usage';
import type { Context } from '../../context.js';
import { measureUsage } from '../store/measure-usage.js';

/** Returns how much of each quota is used in the caller's mode. Rejects with SERVICE_UNAVAILABLE. */
async function readAll(context: Context, caller: Caller): Promise<Readonly<Record<string, number>>> {
  const [own, records] = await Promise.all([
    measureUsage(context, caller, context.runtime.clock()),
    context.countRecords(caller),
  ]);
  return { ...records, ...own };
}

/** UsageService.GetUsage: returns how much of each quota is used, including quotas of other services. */
export function getUsage(context: Context): RpcHandler<GetUsageRequest, GetUsageResponse> {
  return async (_request, call) => ({ used: await readAll(context, call.caller()) });
}

/** GET /v1/usage */
export function readUsage(context: Context): Handler {
  return async ({ caller }) => {
    const found = await readAll(context, caller);
    const limits = context.quotasOf(caller.plan);
    const end = toDayEnd(context.runtime.clock());
    const quotas = quotaNames.flatMap((name) => {
      const used = found[name];
      if (used === undefined) return [];
      const limit = limits[name];
      const remaining = limit === null ? null : findRoom({ limit, used });
      return [{ name, limit, used, remaining, resets_at: dailyQuotas.has(name) ? end : null }];
    });
    return ok({ plan: caller.plan, quotas });
  };
}
