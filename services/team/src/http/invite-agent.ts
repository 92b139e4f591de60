import { created, versioned } from '@plotline/kit/http/answer';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import { newId } from '@plotline/kit/ids';
import type { Context } from '../context.js';
import { type Invitation, invite } from '../domain/agent.js';
import { agentJson } from './agent-json.js';
import { teamFaults } from './reference-faults.js';

/** POST /v1/agents */
export function inviteAgent(context: Context): InspectingHandler {
  const { agents, clock } = context;
  const handle: Handler<Invitation> = async (call) => {
    const agent = invite(call.body, newId('agent'), clock());
    const answer = versioned(created(agentJson(agent)), agent.version);
    await agents.add(call, agent, answer);
    return answer;
  };
  const inspect = ({ caller, body }: Call<Partial<Invitation>>) => teamFaults(context, caller, body);
  return { handle, inspect };
}
