import { answering } from '@plotline/kit/caller';
import { created } from '@plotline/kit/http/answer';
import type { Handler } from '@plotline/kit/http/handler';
import { newId } from '@plotline/kit/ids';
import type { Context } from '../context.js';
import { type Invitation, invite } from '../domain/agent.js';
import { agentJson } from './agent-json.js';

/** POST /v1/agents */
export function inviteAgent({ agents, clock }: Context): Handler<Invitation> {
  return async ({ caller, body }) => {
    const agent = invite(body, newId('agent'), clock());
    const answer = created(agentJson(agent));
    await agents.add(answering(caller, answer), agent);
    return answer;
  };
}
