import type { RpcAdapter } from '@plotline/kit/rpc/server';
import { noAnswer } from '@plotline/kit/store/records/change-record';
import type { AccountsServiceServer } from '@plotline/protos/plotline/team/v1/accounts';
import type { Context } from '../../context.js';
import { type Agent, createOwner, recordInvitationSent, recordPersonMoved } from '../model/agent.js';
import { invitationSent, personMoved } from '../store/agent-entry.js';
import { changeAgent } from './change-agent.js';

/** Creates AccountsService. The auth service uses it to report changes of agents' accounts. */
export function createAccountsService(context: Context, rpc: RpcAdapter): AccountsServiceServer {
  const { agents, clock } = context;
  return {
    createOwner: rpc(async ({ agent_id, email, name, is_invited }, call) => {
      const caller = call.caller();
      if (await agents.get(caller, agent_id)) return {};
      await agents.addOwner({ caller }, createOwner({ email, name }, agent_id, is_invited, clock()));
      return {};
    }),
    recordInvitationSent: rpc(async ({ agent_id, email, sent_at }, call) => {
      const record = (agent: Agent, at: Date) => recordInvitationSent(agent, email, new Date(sent_at), at);
      await agents.change({ caller: call.caller() }, agent_id, invitationSent, record, noAnswer);
      return {};
    }),
    recordActivity: rpc(async ({ agent_id }, call) => {
      await agents.recordActivity(call.caller(), agent_id, clock());
      return {};
    }),
    recordPersonMoved: rpc(async ({ agent_id }, call) => {
      await changeAgent(context, { caller: call.caller() }, agent_id, personMoved, recordPersonMoved, noAnswer);
      return {};
    }),
  };
}
