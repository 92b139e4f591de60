import type { InboundEvent } from '@plotline/kit/broker/message';
import type { Caller } from '@plotline/kit/core/caller';
import { createLeadReassignment } from '@plotline/pipeline/leads/work/lead-reassignment';
import { createReassignmentConsumer } from '@plotline/pipeline/leads/work/queue-reassignment';
import { expect } from 'chai';
import { useFixturePerTest } from '../../../support/use-fixture.js';
import { type Pipeline, startPipeline } from '../../support/pipeline.js';

const reassignment = { agent_id: 'agent_amira', assignee_id: 'agent_bruno' };

function requested(workspaceId: string): InboundEvent {
  const name = 'reassignment.requested';
  const data = { agent_id: 'agent_amira', assignee_id: 'agent_bruno' };
  return {
    id: 'evt_1',
    name,
    mode: 'live',
    requestId: 'req_1',
    payload: JSON.stringify({ id: 'evt_1', event: name, timestamp: new Date(), workspace_id: workspaceId, data }),
  };
}

describe('reassignment.requested', () => {
  let until: Date | null;
  let isTeamAvailable: boolean;
  const findReachable = async ({ workspaceId }: Caller) => {
    if (!isTeamAvailable) throw new Error('team fails');
    return workspaceId === 'ws_test' ? [{ ...reassignment, at: new Date(), until }] : [];
  };
  const pipeline = useFixturePerTest(() => startPipeline({ reassignments: { findReachable } }));
  beforeEach(() => {
    until = null;
    isTeamAvailable = true;
  });

  const runWorkerLater = (laterMs = 10_000) =>
    createLeadReassignment({ ...pipeline().context, clock: () => new Date(Date.now() + laterMs) }).run();

  async function createLeads(count: number): Promise<void> {
    for (let first = 0; first < count; first += 100) {
      const leads = Array.from({ length: Math.min(100, count - first) }, (_, place) => ({
        name: `Lead ${first + place}`,
        email: `lead${first + place}@example.com`,
        assigned_agent: 'agent_amira',
      }));
      const { status } = await pipeline().request('POST', '/v1/leads/bulk', { body: { leads } });
      expect(status).to.equal(201);
    }
  }

  async function totalOf(agent: string): Promise<number> {
    return (await pipeline().request('GET', `/v1/leads?agent_id=${agent}`)).meta.total;
  }

  /** Number of events with that name for each lead. */
  async function countEvents(name: string): Promise<number[]> {
    const { live } = pipeline().runtime.databases;
    const entries = await live.collection('journal').find({ 'events.name': name, type: 'assigned' }).toArray();
    const counts = new Map<string, number>();
    for (const { subject } of entries) counts.set(subject, (counts.get(subject) ?? 0) + 1);
    return [...counts.values()];
  }

  it('assigns the leads to the assignee, each with one lead.updated and one lead.assigned, as the system', async () => {
    await createLeads(120);
    const other = await pipeline().lead({ assigned_agent: 'agent_invited' });
    await createReassignmentConsumer(pipeline().context).handle(requested('ws_test'));
    expect(await totalOf('agent_amira')).to.equal(0);
    expect(await totalOf('agent_bruno')).to.equal(120);
    const [lead] = (await pipeline().request('GET', '/v1/leads?agent_id=agent_bruno')).body;
    const names = ['lead.created', 'lead.assigned', 'lead.updated', 'lead.assigned'];
    expect(await pipeline().eventNames(lead.id)).to.deep.equal(names);
    const last = (await pipeline().journal(lead.id)).at(-1);
    expect(last).to.deep.include({ type: 'assigned', user: null });
    expect(last?.actor.type).to.equal('system');
    expect((await pipeline().request('GET', `/v1/leads/${other.id}`)).body).to.deep.equal(other);
  });

  it('leaves the leads of a failed batch to the worker, and assigns the other leads once', async () => {
    await createLeads(130);
    let batches = 0;
    const leads = {
      changeBatch: async (...call: Parameters<Pipeline['context']['leads']['changeBatch']>) => {
        batches += 1;
        if (batches === 2) throw new Error('cut off');
        return pipeline().context.leads.changeBatch(...call);
      },
    };
    const consumer = createReassignmentConsumer({
      ...pipeline().context,
      leads: Object.assign(Object.create(pipeline().context.leads), leads),
    });
    await consumer.handle(requested('ws_test'));
    expect(await totalOf('agent_bruno')).to.equal(50);
    await runWorkerLater();
    expect(await totalOf('agent_bruno')).to.equal(130);
    await consumer.handle(requested('ws_test'));
    expect(await countEvents('lead.updated')).to.deep.equal(Array.from({ length: 130 }, () => 1));
  });

  it('counts as handled once the reassignment is stored, even if calls to team and moves keep failing', async () => {
    await createLeads(3);
    isTeamAvailable = false;
    const { context } = pipeline();
    for (let time = 0; time < 12; time += 1) await createReassignmentConsumer(context).handle(requested('ws_test'));
    await runWorkerLater();
    expect(await totalOf('agent_bruno')).to.equal(0);
    isTeamAvailable = true;
    await runWorkerLater(600_000);
    expect(await totalOf('agent_bruno')).to.equal(3);
  });

  it('is redelivered when the reassignment cannot be stored', async () => {
    const { context } = pipeline();
    const enqueue = async () => {
      throw new Error('the database is away');
    };
    const reassignmentQueue = Object.assign(Object.create(context.reassignmentQueue), { enqueue });
    let fault: unknown;
    await createReassignmentConsumer({ ...context, reassignmentQueue })
      .handle(requested('ws_test'))
      .catch((error: unknown) => {
        fault = error;
      });
    expect(fault).to.be.instanceOf(Error);
  });

  it('keeps leads of reactivated agents and of other workspaces', async () => {
    until = new Date(Date.now() - 60_000);
    const lead = await pipeline().lead({ assigned_agent: 'agent_amira' });
    await createReassignmentConsumer(pipeline().context).handle(requested('ws_test'));
    until = null;
    await createReassignmentConsumer(pipeline().context).handle(requested('ws_two'));
    expect((await pipeline().request('GET', `/v1/leads/${lead.id}`)).body.assigned_agent).to.equal('agent_amira');
  });

  it('keeps the changes that requests make at the same time', async () => {
    await createLeads(60);
    const { body } = await pipeline().request('GET', '/v1/leads?per_page=30');
    await Promise.all([
      createReassignmentConsumer(pipeline().context).handle(requested('ws_test')),
      ...body.map(({ id }: { id: string }) =>
        pipeline().request('PUT', `/v1/leads/${id}`, { body: { notes: 'kept' } }),
      ),
    ]);
    const moved = (await pipeline().request('GET', '/v1/leads?per_page=100&agent_id=agent_bruno')).body;
    expect(moved).to.have.length(60);
    expect(moved.filter(({ notes }: { notes: string | null }) => notes === 'kept')).to.have.length(30);
  });
});
