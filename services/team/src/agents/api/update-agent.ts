import { ok, withVersion } from '@plotline/kit/core/answer';
import { invalid } from '@plotline/kit/core/errors';
import { merge } from '@plotline/kit/core/json-object';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { type Agent, type AgentPatch, editAgent, findPatchFaults } from '../model/agent.js';
import { assertMayChange, toAuthority } from '../model/authority.js';
import { findTeamFaults, hasAccounts } from './agent-checks.js';
import { toAgentJson } from './agent-json.js';
import { changeAgent } from './change-agent.js';

/** PUT /v1/agents/:id */
export function updateAgent(context: Context): InspectingHandler {
  const { agents } = context;
  const description = { type: 'field_update', description: 'The agent was changed.' } as const;
  const toAnswer = (agent: Agent) => withVersion(ok(toAgentJson(agent)), agent.version);
  const handle: Handler<AgentPatch> = async (call) => {
    const { caller, path, body, header } = call;
    const authority = toAuthority(caller.actor, caller.scopes);
    const teamFaults = await findTeamFaults(context, caller, body);
    const decide = (before: Agent, now: Date) => {
      const faults = [...findPatchFaults(before, body, hasAccounts(caller)), ...teamFaults];
      if (faults.length > 0) throw invalid(...faults);
      const after = editAgent(before, merge(before, body), hasAccounts(caller), now);
      assertMayChange(authority, before, after);
      assertIfMatch(header, before);
      return after;
    };
    return (await changeAgent(context, call, path('id'), description, decide, toAnswer)).answer;
  };
  const inspect = async ({ caller, path, body }: Call<AgentPatch>) => {
    const agent = await agents.get(caller, path('id'));
    if (!agent) return [];
    const statusFaults = findPatchFaults(agent, body, hasAccounts(caller));
    return [...statusFaults, ...(await findTeamFaults(context, caller, body))];
  };
  return { handle, inspect };
}
