import { createSystemCaller, type Tenant } from '@plotline/kit/caller';
import { requestBudgetMs } from '@plotline/kit/deadline';
import type { Command } from '@plotline/kit/idempotency/command';
import type { Origin } from '../accounts/origin.js';

/** A command for what a client asks for in a workspace: it is no caller of the API. */
export function createOAuthCommand(tenant: Tenant, { requestId, traceparent }: Origin): Command {
  return { caller: createSystemCaller(tenant, 'oauth', requestId, { budgetMs: requestBudgetMs, traceparent }) };
}
