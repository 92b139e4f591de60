import { expect } from 'chai';
import type { Observation, Operation } from '../history/operation.js';
import { madeUpAttempt, madeUpOperation } from '../made-up/operations.js';
import { madeUpEvent, madeUpLead, madeUpSale, madeUpSnapshot } from '../made-up/snapshot.js';
import { checkDeliveries } from './deliveries.js';
import { checkIsolation } from './isolation.js';
import { checkReassignments } from './reassignments.js';
import { checkTimelines } from './timelines.js';
import { checkUpdatedAt } from './updated-at.js';

describe('the campaign check of deliveries', () => {
  const event = madeUpEvent('lead.created', madeUpLead());
  const webhook = (stats: readonly [number, number, number]) => ({
    id: 'wh_observer',
    stats: { deliveries_total: stats[0], deliveries_successful: stats[1], deliveries_failed: stats[2] },
  });
  const log = (status: string, eventId = event.id) => ({
    id: 'dlv_1',
    event_id: eventId,
    event: 'lead.created',
    status,
    timestamp: '2026-01-01T10:00:00.000Z',
  });
  const count = (
    webhooks: readonly ReturnType<typeof webhook>[],
    entries: readonly ReturnType<typeof log>[],
    received = [event],
    operations: readonly Operation[] = [],
  ) =>
    checkDeliveries(
      operations,
      madeUpSnapshot({ webhooks, deliveries: new Map([['wh_observer', entries]]), events: received }),
    ).length;

  it('accepts a log that has exactly the received deliveries', () => {
    expect(count([webhook([1, 1, 0])], [log('delivered')])).to.equal(0);
  });

  it('reports a delivery that is pending, failed, or duplicated in the log', () => {
    expect(count([webhook([1, 0, 0])], [log('pending')])).to.be.above(0);
    expect(count([webhook([1, 0, 1])], [log('failed')])).to.be.above(0);
    expect(count([webhook([2, 2, 0])], [log('delivered'), log('delivered')])).to.be.above(0);
  });

  it('accepts a pending delivery from before its webhook was last enabled, but not a later one', () => {
    const planned = Date.parse('2026-01-01T10:00:00.000Z');
    const switched = (active: boolean, endedAt: number) =>
      madeUpOperation({
        effects: [{ kind: 'write', resource: 'webhook', id: 'wh_observer', fields: { active } }],
        attempts: [madeUpAttempt({ endedAt })],
      });
    const countPending = (offAt: number, onAt: number) =>
      count([webhook([1, 0, 0])], [log('pending')], [], [switched(false, offAt), switched(true, onAt)]);
    expect(countPending(planned + 1, planned + 2)).to.equal(0);
    expect(countPending(planned - 1, planned + 1)).to.equal(0);
    expect(countPending(planned - 2, planned - 1)).to.equal(1);
  });

  it('reports logged deliveries that were not received, and received deliveries that were not logged', () => {
    expect(count([webhook([1, 1, 0])], [log('delivered')], [])).to.equal(1);
    expect(count([webhook([0, 0, 0])], [])).to.equal(1);
  });

  it('reports statistics that do not match the log', () => {
    expect(count([webhook([2, 1, 1])], [log('delivered')])).to.equal(2);
  });
});

describe('the campaign check of timelines', () => {
  const lead = madeUpLead({ stage: 'viewing', notes: 'b' });
  const entries = [
    { id: 'act_1', type: 'created' },
    { id: 'act_2', type: 'stage_change', changes: { stage: { from: 'new', to: 'contacted' } } },
    { id: 'act_3', type: 'field_update', changes: { notes: { from: 'a', to: 'b' } } },
    { id: 'act_4', type: 'stage_change', changes: { stage: { from: 'contacted', to: 'viewing' } } },
  ];
  const moves = [madeUpEvent('lead.stage_changed', lead), madeUpEvent('lead.stage_changed', lead)];
  const count = (timeline: readonly (typeof entries)[number][], parts = {}) =>
    checkTimelines(
      madeUpSnapshot({ leads: [lead], timelines: new Map([[lead.id, timeline]]), events: moves, ...parts }),
    ).length;

  it("accepts a timeline that ends at the lead's state", () => {
    expect(count(entries)).to.equal(0);
  });

  for (const { id } of entries.filter((entry) => entry.type !== 'field_update')) {
    it(`reports that the entry ${id} is missing`, () => {
      expect(count(entries.filter((entry) => entry.id !== id))).to.be.above(0);
    });
  }

  it('reports a duplicate entry, and a field that the timeline does not explain', () => {
    expect(count([...entries, { id: 'act_4', type: 'note' }])).to.be.above(0);
    expect(count(entries, { leads: [{ ...lead, notes: 'c' }] })).to.equal(1);
    expect(count(entries, { leads: [{ ...lead, assigned_agent: 'agent_1' }] })).to.equal(1);
  });

  it('reports a deal without its entries, and moves that are missing in the events or the timeline', () => {
    const { deal } = madeUpSale(1);
    expect(count(entries, { deals: [deal] })).to.equal(1);
    expect(count(entries, { deals: [{ ...deal, status: 'cancelled' }] })).to.equal(2);
    expect(count(entries, { events: moves.slice(1) })).to.equal(1);
  });
});

describe('the campaign check of updated_at', () => {
  const seen = (sentAt: number, endedAt: number, second: number): Observation => ({
    id: 'lead_1',
    updatedAt: `2026-01-01T10:00:0${second}.000Z`,
    requestId: `request-${sentAt}`,
    sentAt,
    endedAt,
  });

  it('accepts responses in order, and simultaneous responses in any order', () => {
    expect(checkUpdatedAt([seen(0, 10, 1), seen(20, 30, 1), seen(40, 50, 2)])).to.deep.equal([]);
    expect(checkUpdatedAt([seen(0, 30, 2), seen(10, 20, 1)])).to.deep.equal([]);
  });

  it('reports a response whose updated_at went backwards, even with other responses in between', () => {
    expect(checkUpdatedAt([seen(0, 10, 2), seen(20, 30, 1)])).to.have.length(1);
    expect(checkUpdatedAt([seen(0, 10, 3), seen(5, 60, 1), seen(20, 30, 3), seen(40, 50, 2)])).to.have.length(1);
  });
});

describe('the campaign check of isolation', () => {
  it('reports records, events and reads of another tenant', () => {
    const own = madeUpSnapshot({
      leads: [madeUpLead()],
      events: [madeUpEvent('lead.created', madeUpLead())],
      foreignReads: new Map([['/v1/leads/lead_9', 404]]),
    });
    expect(checkIsolation(own)).to.deep.equal([]);
    const foreign = madeUpLead({ name: 'w1-live/lead' });
    expect(checkIsolation({ ...own, leads: [foreign] })).to.have.length(1);
    expect(checkIsolation({ ...own, events: [madeUpEvent('lead.created', foreign)] })).to.have.length(1);
    expect(checkIsolation({ ...own, workspaceId: 'ws_2' })).to.have.length(1);
    expect(checkIsolation({ ...own, foreignReads: new Map([['/v1/leads/lead_9', 200]]) })).to.have.length(1);
  });
});

describe('the campaign check of reassignments', () => {
  const create = madeUpOperation({
    effects: [{ kind: 'create', resource: 'lead', name: 'w0-live/lead', fields: { assigned_agent: 'agent_1' } }],
    answer: { status: 201, data: { id: 'lead_1' }, at: 1_010 },
  });
  const deactivation = (assigneeId: string | null) =>
    madeUpOperation({ effects: [{ kind: 'deactivation', agentId: 'agent_1', assigneeId }] });
  const count = (agent: string | null, ...operations: readonly Operation[]) =>
    checkReassignments([create, ...operations], madeUpSnapshot({ leads: [madeUpLead({ assigned_agent: agent })] }))
      .length;

  it("accepts the assigned agent, and the agent who took over that agent's leads", () => {
    expect(count('agent_1')).to.equal(0);
    expect(count('agent_1', deactivation(null))).to.equal(0);
    expect(count('agent_2', deactivation('agent_2'))).to.equal(0);
  });

  it('reports a lead that remained with a deactivated agent, and a lead that went to the wrong agent', () => {
    expect(count('agent_1', deactivation('agent_2'))).to.equal(1);
    expect(count('agent_1', deactivation('agent_2'), deactivation(null))).to.equal(1);
    expect(count('agent_3', deactivation('agent_2'))).to.equal(1);
    expect(count(null)).to.equal(1);
  });
});
