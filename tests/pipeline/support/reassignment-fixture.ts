import { setTimeout as sleep } from 'node:timers/promises';
import type { InboundEvent } from '@plotline/kit/broker/message';
import { unavailable } from '@plotline/kit/core/errors';
import type { Reassignment } from '@plotline/pipeline/leads/model/reassignment';
import { createLeadReassignment } from '@plotline/pipeline/leads/work/lead-reassignment';
import { createReassignmentConsumer } from '@plotline/pipeline/leads/work/queue-reassignment';
import { type Pipeline, startPipeline } from './pipeline.js';

/** Service with a fake team whose agents are deactivated and activated. */
export interface Reassignments {
  readonly pipeline: Pipeline;
  /** Deactivates the agent, or sets another assignee for an inactive agent. Pipeline consumes the event later. */
  deactivate(agent: string, assignee?: string): Promise<void>;
  /** Activates the agent. */
  activate(agent: string): Promise<void>;
  /** Delivers the event `reassignment.requested` about the agent to pipeline. */
  consumeEvent(agent: string): Promise<void>;
  /** Sets whether team answers. */
  setTeamAvailable(isAvailable: boolean): void;
  /** Number of calls to team so far. */
  countReads(): number;
  /** Creates leads for the agent in requests that read the agent as active. */
  createLeads(agent: string, count: number): Promise<void>;
  /** Returns the number of leads per agent. */
  countLeads(...agents: string[]): Promise<number[]>;
  /** Runs the worker at a later time. */
  runWorker(laterMs: number): Promise<void>;
  /** Returns the number of assignments of leads, including those when the leads were created. */
  countAssignments(): Promise<number>;
  /** Runs `work` before the second batch of leads that are changed from now on. */
  interruptSecondBatch(work: () => Promise<void>): void;
  stop(): Promise<void>;
}

/** Returns a time that differs from the times of earlier and later writes. */
async function moment(): Promise<Date> {
  await sleep(3);
  const at = new Date();
  await sleep(3);
  return at;
}

export async function startReassignments(): Promise<Reassignments> {
  let known: readonly Reassignment[] = [];
  let reads = 0;
  let given = 0;
  let isTeamAvailable = true;
  const find = async (_caller: unknown, ids: readonly string[]) =>
    ids.map((id) => ({
      ...{
        id,
        name: id,
        email: `${id}@example.com`,
        role: 'agent',
        team_id: '',
        active_since: 0,
        deactivated_at: 0,
        commission_rate: undefined,
      },
      status: 'active',
    }));
  const findReachable = async () => {
    reads += 1;
    if (!isTeamAvailable) throw unavailable('team is away');
    return known;
  };
  const pipeline = await startPipeline({
    agents: { find, findNamed: async () => [] },
    reassignments: { findReachable },
  });
  const { context, runtime } = pipeline;
  // Hides the queued work from the service's own worker, which would otherwise process it.
  const clockAt = (laterMs: number) => () => new Date(Date.now() + 3_600_000 + laterMs);
  const consumer = createReassignmentConsumer({ ...context, clock: clockAt(0) });
  const end = (agent: string, at: Date) =>
    known.map((each) => (each.agent_id === agent && !each.until ? { ...each, until: at } : each));
  const count = async (agent: string) => (await pipeline.request('GET', `/v1/leads?agent_id=${agent}`)).meta.total;
  return {
    pipeline,
    deactivate: async (agent, assignee) => {
      const at = await moment();
      if (assignee) known = [...end(agent, at), { agent_id: agent, assignee_id: assignee, at, until: null }];
    },
    activate: async (agent) => {
      known = end(agent, await moment());
    },
    consumeEvent: (agent_id) => {
      const about = { id: 'evt_1', name: 'reassignment.requested', mode: 'live', requestId: 'req_1' } as const;
      const named = { id: about.id, event: about.name, timestamp: new Date() };
      const payload = { ...named, workspace_id: 'ws_test', data: { agent_id } };
      const event: InboundEvent = { ...about, payload: JSON.stringify(payload) };
      return consumer.handle(event);
    },
    setTeamAvailable: (isAvailable) => {
      isTeamAvailable = isAvailable;
    },
    countReads: () => reads,
    createLeads: async (agent, number) => {
      for (let left = number; left > 0; left -= 100) {
        const leads = Array.from({ length: Math.min(left, 100) }, () => {
          given += 1;
          return { name: `Lead ${given}`, email: `lead.${given}@example.com`, assigned_agent: agent };
        });
        const { status } = await pipeline.request('POST', '/v1/leads/bulk', { body: { leads } });
        if (status !== 201) throw new Error(`no leads were created: ${status}`);
      }
    },
    countLeads: (...agents) => Promise.all(agents.map(count)),
    runWorker: (laterMs) => createLeadReassignment({ ...context, clock: clockAt(laterMs) }).run(),
    countAssignments: () => runtime.databases.live.collection('journal').countDocuments({ type: 'assigned' }),
    interruptSecondBatch: (work) => {
      const { leads } = context;
      const changeBatch = leads.changeBatch.bind(leads);
      let batches = 0;
      leads.changeBatch = async (...call) => {
        batches += 1;
        if (batches === 2) await work();
        return changeBatch(...call);
      };
    },
    stop: pipeline.stop,
  };
}
