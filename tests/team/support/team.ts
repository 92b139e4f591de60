import type { Caller } from '@plotline/kit/core/caller';
import type { Clock } from '@plotline/kit/core/time';
import { createPeer } from '@plotline/kit/rpc/client';
import { AgentsServiceService } from '@plotline/protos/plotline/team/v1/agents';
import { type Context, createContext } from '@plotline/team/context';
import type { Accounts, Invitations } from '@plotline/team/peers/auth';
import { createPipelineClient } from '@plotline/team/peers/pipeline';
import { rpcCallers } from '@plotline/team/rpc-callers';
import { createService } from '@plotline/team/service';
import { callerKeysOf } from '../../support/caller-keys.js';
import { type Reply, type StartedService, startTestService } from '../../support/started-service.js';
import { callContext } from '../../support/test-runtime.js';
import { type StubPipeline, startStubPipeline } from './stub-pipeline.js';

/** Team service with a stub of the pipeline service. */
export interface TeamService extends StartedService<Context> {
  readonly pipeline: StubPipeline;
  /** Replaces the auth service, which sends invitations. */
  readonly invitations: TestInvitations;
  /** Replaces the auth service, which has the keys that people created. */
  readonly accounts: TestAccounts;
  /**
   * Returns the published events about an agent, oldest first. Excludes those for the auth service and the gateways.
   */
  events: StartedService['events'];
  /** Number of published hints that the agent's access changed. */
  countAccessChanges(agentId: string): Promise<number>;
  /** Invites an agent, who accepts unless another status is given. Resolves to the agent as GET returns it. */
  agent(as: Partial<Caller>, fields?: object, status?: 'invited' | 'active' | 'inactive'): Promise<Reply['body']>;
  team(as: Partial<Caller>, fields?: object): Promise<Reply['body']>;
}

/** Returns the fields that a refusal lists, sorted. */
export function fieldsOf(body: { readonly details: readonly { readonly field: string }[] }): string[] {
  return body.details.map(({ field }) => field).sort();
}

const accessChanged = 'agent.access_changed';
const internal: ReadonlySet<string> = new Set([accessChanged, 'agent.invited', 'agent.access_ended']);

/** Requests to the auth service, and its behaviour. By default, it accepts no email in time. */
export interface TestInvitations {
  readonly requests: { readonly id: string; readonly version: number; readonly email: string }[];
  send: Invitations['send'];
}

/**
 * Requests to the auth service about roles and deactivated people, and its answers. By default, people have no keys.
 */
export interface TestAccounts {
  readonly requests: Parameters<Accounts['endAccess']>[1][];
  readonly roles: Parameters<Accounts['assignRole']>[1][];
  assignRole: Accounts['assignRole'];
  endAccess: Accounts['endAccess'];
}

export async function startTeam(clock?: Clock): Promise<TeamService> {
  const pipeline = await startStubPipeline();
  const peer = createPeer({ name: 'pipeline', address: pipeline.address, callerKeys: callerKeysOf('team') });
  const invitations: TestInvitations = { requests: [], send: async () => null };
  const accounts: TestAccounts = {
    requests: [],
    roles: [],
    assignRole: async () => undefined,
    endAccess: async () => [],
  };
  const service = await startTestService('team', {
    rpcCallers,
    createContext: (runtime) => {
      const sendInvitation: Invitations['send'] = (caller, agent) => {
        invitations.requests.push(agent);
        return invitations.send(caller, agent);
      };
      const endAccess: Accounts['endAccess'] = (caller, request) => {
        accounts.requests.push(request);
        return accounts.endAccess(caller, request);
      };
      const assignRole: Accounts['assignRole'] = (caller, request) => {
        accounts.roles.push(request);
        return accounts.assignRole(caller, request);
      };
      return createContext(runtime, {
        pipeline: createPipelineClient(peer),
        invitations: { send: sendInvitation },
        accounts: { assignRole, endAccess },
      });
    },
    createService,
    ...(clock && { clock }),
  });
  let invited = 0;

  async function requestOk(method: string, path: string, as: Partial<Caller>, body?: object): Promise<Reply['body']> {
    const reply = await service.request(method, path, { as, ...(body ? { body } : {}) });
    if (reply.status === 200) return reply.body;
    throw new Error(`expected 200, got ${reply.status}: ${JSON.stringify(reply.body)}`);
  }

  return {
    ...service,
    pipeline,
    invitations,
    accounts,
    events: async (subject) => (await service.events(subject)).filter(({ event }) => !internal.has(event)),
    countAccessChanges: async (agentId) => {
      const hints = (await service.events(agentId)).filter(({ event }) => event === accessChanged);
      return hints.filter(({ data }) => data.agent_id === agentId).length;
    },
    agent: async (as, fields = {}, status = 'active') => {
      invited += 1;
      const body = { name: `Agent ${invited}`, email: `agent${invited}@example.com`, ...fields };
      const { id } = await service.create('/v1/agents', body, as);
      if (status !== 'invited') {
        await service.rpc(AgentsServiceService.activateAgent, { agent_id: id }, callContext(as));
      }
      if (status === 'inactive') await requestOk('POST', `/v1/agents/${id}/deactivate`, as, {});
      return requestOk('GET', `/v1/agents/${id}`, as);
    },
    team: (as, fields = {}) => service.create('/v1/teams', { name: 'Waterfront', ...fields }, as),
    stop: async () => {
      await service.stop();
      peer.close();
      await pipeline.close();
    },
  };
}
