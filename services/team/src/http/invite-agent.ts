import { answering } from '@plotline/kit/caller';
import { created } from '@plotline/kit/http/answer';
import type { Handler } from '@plotline/kit/http/handler';
import { newId } from '@plotline/kit/ids';
import type { Context } from '../context.js';
import { type Invitation, invite } from '../domain/agent.js';
import { agentJson } from './agent-json.js';
import { assertTeam } from './agent-references.js';

/** POST /v1/agents */
export function inviteAgent(context: Context): Handler<Invitation> {
  const { agents, clock } = context;
  return async ({ caller, body }) => {
    await assertTeam(context, caller, body.team_id);
    const agent = invite(body, newId('agent'), clock());
    const answer = created(agentJson(agent));
    await agents.add(answering(caller, answer), agent);
    return answer;
  };
}
