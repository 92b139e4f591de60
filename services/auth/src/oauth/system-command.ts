import { createSystemCaller, type Tenant } from '@plotline/kit/caller';
import { requestBudgetMs } from '@plotline/kit/deadline';
import type { Command } from '@plotline/kit/idempotency/command';

/** A command for what a client asks for in a workspace: it is no caller of the API. */
export function createOAuthCommand(tenant: Tenant, requestId: string): Command {
  return { caller: createSystemCaller(tenant, 'oauth', requestId, requestBudgetMs) };
}
