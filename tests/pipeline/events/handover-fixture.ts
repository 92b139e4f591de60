import type { InboundEvent } from '@plotline/kit/broker/message';
import { unavailable } from '@plotline/kit/errors';
import { handOverLeads } from '@plotline/pipeline/events/hand-over-leads';
import { createHandoverSweep } from '@plotline/pipeline/events/handover-sweep';
import { type Pipeline, startPipeline } from '../support/pipeline.js';

/** A service among agents who come and go. */
export interface Handovers {
  readonly pipeline: Pipeline;
  /** Ids of those who are inactive as far as team knows. */
  readonly gone: Set<string>;
  /** Whether team answers. */
  reach(isThere: boolean): void;
  /** Questions to team so far. */
  asked(): number;
  /** Creates that many leads of the agent. */
  give(agent: string, count: number): Promise<void>;
  /** How many leads the agent has. */
  count(agent: string): Promise<number>;
  /** The reaction to a handover. */
  handOver(from: string, to: string, at: Date): Promise<void>;
  /** The reaction to a deactivation. */
  deactivated(agent: string, at: Date): Promise<void>;
  /** Sweeps as it would be that much later. */
  sweep(laterMs: number): Promise<void>;
  /** How often leads were assigned, creations included. */
  assignments(): Promise<number>;
}

function event(name: string, timestamp: Date, data: object): InboundEvent {
  const payload = JSON.stringify({ id: 'evt_1', timestamp, workspace_id: 'ws_one', data });
  return { id: 'evt_1', name, mode: 'live', requestId: 'req_1', payload };
}

export async function startHandovers(): Promise<Handovers> {
  const gone = new Set<string>();
  let questions = 0;
  let isThere = true;
  const find = async (_caller: unknown, ids: readonly string[]) => {
    questions += 1;
    if (!isThere) throw unavailable('team is away');
    return ids.map((id) => ({
      ...{ id, name: id, email: `${id}@example.com`, role: 'agent', team_id: '', commission_rate: undefined },
      status: gone.has(id) ? 'inactive' : 'active',
    }));
  };
  const pipeline = await startPipeline({ agents: { find } });
  const { context, foundation } = pipeline;
  const consumer = handOverLeads(context);
  return {
    pipeline,
    gone,
    reach: (is) => {
      isThere = is;
    },
    asked: () => questions,
    give: async (agent, count) => {
      const leads = Array.from({ length: count }, (_, place) => ({
        name: `Lead ${place}`,
        email: `${agent}.${place}.${questions}@example.com`,
        assigned_agent: agent,
      }));
      const { status } = await pipeline.request('POST', '/v1/leads/bulk', { body: { leads } });
      if (status !== 201) throw new Error(`no leads were created: ${status}`);
    },
    count: async (agent) => (await pipeline.request('GET', `/v1/leads?agent_id=${agent}`)).meta.total,
    handOver: (agent_id, to_agent_id, at) =>
      consumer.handle(event('handover.requested', at, { agent_id, to_agent_id })),
    deactivated: (id, at) => consumer.handle(event('agent.deactivated', at, { id })),
    sweep: (laterMs) => createHandoverSweep({ ...context, clock: () => new Date(Date.now() + laterMs) }).run(),
    assignments: () => foundation.databases.live.collection('journal').countDocuments({ type: 'assigned' }),
  };
}
