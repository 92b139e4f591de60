import { createSystemCaller, type Tenant } from '@plotline/kit/core/caller';
import { requestBudgetMs } from '@plotline/kit/core/time';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { Origin } from '../../sessions/api/origin.js';

/** Creates the command for a request by an OAuth client, which isn't a caller of the API. */
export function createOAuthCommand(tenant: Tenant, { requestId, traceparent }: Origin): Command {
  return { caller: createSystemCaller(tenant, 'oauth', requestId, { budgetMs: requestBudgetMs, traceparent }) };
}
