import { ok } from '@plotline/kit/http/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import { type LeadFilters, toLeadConditions } from '../store/lead-query-parameters.js';

/** GET /v1/leads/summary */
export function getLeadSummary({ leadSummaries }: Context): Handler<unknown, LeadFilters> {
  return async ({ caller, query }) => {
    const stages = await leadSummaries.summarize(caller, toLeadConditions(query), caller.currency);
    return ok({ stages });
  };
}
