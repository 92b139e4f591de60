import { setTimeout as sleep } from 'node:timers/promises';
import type { InboundEvent } from '@plotline/kit/broker/message';
import { unavailable } from '@plotline/kit/errors';
import type { Reassignment } from '@plotline/pipeline/domain/reassignment';
import { reassignLeads } from '@plotline/pipeline/events/reassign-leads';
import { createReassignmentSweep } from '@plotline/pipeline/workers/lead-reassignment';
import { type Pipeline, startPipeline } from '../support/pipeline.js';

/** A service among agents who come and go. */
export interface Reassignments {
  readonly pipeline: Pipeline;
  /** The agent is deactivated, or the leads of one who was are handed over anew; who hears of it is told later. */
  leave(agent: string, assignee?: string): Promise<void>;
  /** The agent is active again. */
  comeBack(agent: string): Promise<void>;
  /** The reaction to the event about an agent's reassignment. */
  told(agent: string): Promise<void>;
  /** Whether team answers. */
  reach(isThere: boolean): void;
  /** Questions about reassignments so far. */
  asked(): number;
  /** Creates that many leads of the agent, who seems to be active. */
  give(agent: string, count: number): Promise<void>;
  /** How many leads each of the agents has. */
  counts(...agents: string[]): Promise<number[]>;
  /** Sweeps as it would be that much later. */
  sweep(laterMs: number): Promise<void>;
  /** How often leads were assigned, creations included. */
  assignments(): Promise<number>;
}

/** A moment that is later than what happened so far, and earlier than what comes. */
async function moment(): Promise<Date> {
  await sleep(3);
  const at = new Date();
  await sleep(3);
  return at;
}

export async function startReassignments(): Promise<Reassignments> {
  let known: readonly Reassignment[] = [];
  let asked = 0;
  let given = 0;
  let isThere = true;
  const find = async (_caller: unknown, ids: readonly string[]) =>
    ids.map((id) => ({
      ...{ id, name: id, email: `${id}@example.com`, role: 'agent', team_id: '', commission_rate: undefined },
      status: 'active',
    }));
  const findReachable = async () => {
    asked += 1;
    if (!isThere) throw unavailable('team is away');
    return known;
  };
  const pipeline = await startPipeline({ agents: { find }, reassignments: { findReachable } });
  const { context, runtime } = pipeline;
  const consumer = reassignLeads(context);
  const end = (agent: string, at: Date) =>
    known.map((each) => (each.agent_id === agent && !each.until ? { ...each, until: at } : each));
  const count = async (agent: string) => (await pipeline.request('GET', `/v1/leads?agent_id=${agent}`)).meta.total;
  return {
    pipeline,
    leave: async (agent, assignee) => {
      const at = await moment();
      if (assignee) known = [...end(agent, at), { agent_id: agent, assignee_id: assignee, at, until: null }];
    },
    comeBack: async (agent) => {
      known = end(agent, await moment());
    },
    told: (agent_id) => {
      const payload = { id: 'evt_1', timestamp: new Date(), workspace_id: 'ws_one', data: { agent_id } };
      const about = { id: 'evt_1', name: 'reassignment.requested', mode: 'live', requestId: 'req_1' } as const;
      const event: InboundEvent = { ...about, payload: JSON.stringify(payload) };
      return consumer.handle(event);
    },
    reach: (is) => {
      isThere = is;
    },
    asked: () => asked,
    give: async (agent, number) => {
      for (let left = number; left > 0; left -= 100) {
        const leads = Array.from({ length: Math.min(left, 100) }, () => {
          given += 1;
          return { name: `Lead ${given}`, email: `lead.${given}@example.com`, assigned_agent: agent };
        });
        const { status } = await pipeline.request('POST', '/v1/leads/bulk', { body: { leads } });
        if (status !== 201) throw new Error(`no leads were created: ${status}`);
      }
    },
    counts: (...agents) => Promise.all(agents.map(count)),
    sweep: (laterMs) => createReassignmentSweep({ ...context, clock: () => new Date(Date.now() + laterMs) }).run(),
    assignments: () => runtime.databases.live.collection('journal').countDocuments({ type: 'assigned' }),
  };
}
