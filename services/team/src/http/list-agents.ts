import { page } from '@plotline/kit/http/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import type { AgentQuery } from '../store/agents.js';
import { agentSummaryJson } from './agent-json.js';

/** GET /v1/agents */
export function listAgents({ agents }: Context): Handler<unknown, AgentQuery> {
  return async ({ caller, query }) => {
    const { records, info } = await agents.list(caller, query);
    return page(records.map(agentSummaryJson), info);
  };
}
