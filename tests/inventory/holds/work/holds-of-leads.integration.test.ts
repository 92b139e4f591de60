import { endHoldsOfLead } from '@plotline/inventory/holds/work/end-holds';
import { moveHoldsOfLead } from '@plotline/inventory/holds/work/move-holds';
import { createHoldReassignmentConsumer } from '@plotline/inventory/holds/work/reassign-holds';
import { expect } from 'chai';
import { callContext } from '../../../support/test-runtime.js';
import { useFixture } from '../../../support/use-fixture.js';
import { createHoldRequests, type HoldRequests } from '../../support/holding.js';
import { startInventory } from '../../support/inventory.js';

describe('holds of leads that are lost, deleted or merged', () => {
  const inventory = useFixture(startInventory);
  let requests: HoldRequests;
  before(async () => {
    requests = await createHoldRequests(inventory);
  });

  const caller = () => callContext().caller;
  const lose = (leadId: string) => {
    const { version } = inventory().leads.put(leadId, { stage: 'lost' });
    return endHoldsOfLead(inventory().context, caller(), { leadId, version });
  };
  const newHold = async (lead_id: string, changes = {}) => requests.hold((await requests.unit()).id, lead_id, changes);

  it('end together with their lead, whether active or queued, and the queue moves up', async () => {
    const leadId = requests.lead();
    const hold = await newHold(leadId);
    const next = await requests.hold(hold.unit_id, requests.lead(), { queue: true });
    const other = await newHold(requests.lead());
    const queued = await requests.hold(other.unit_id, leadId, { queue: true });
    await lose(leadId);
    for (const { id } of [hold, queued]) {
      expect(await requests.read(id)).to.include({ status: 'released', ended_reason: 'lead_lost' });
    }
    expect(await requests.read(next.id)).to.include({ status: 'active' });
    await lose(leadId);
    expect(await requests.eventNames(hold.id), 'once').to.deep.equal(['hold.created', 'hold.released']);
  });

  it('are kept if they were created for a later version of the lead than the lost one', async () => {
    const leadId = requests.lead();
    const { version } = inventory().leads.put(leadId, { stage: 'lost' });
    inventory().leads.put(leadId, { stage: 'new' });
    const hold = await newHold(leadId);
    await endHoldsOfLead(inventory().context, caller(), { leadId, version });
    expect(await requests.read(hold.id)).to.include({ status: 'active' });
  });

  it('do not move to a lead that is lost', async () => {
    const hold = await newHold(requests.lead());
    const leadId = requests.lead();
    await lose(leadId);
    const { status, body } = await requests.ask('POST', `/${hold.id}/transfer`, { lead_id: leadId });
    expect([status, body.reason]).to.deep.equal([409, 'lead_closed']);
  });

  it('lose their notes when the lead is deleted, even if they have ended', async () => {
    const leadId = requests.lead();
    const hold = await newHold(leadId, { notes: 'Prefers mornings' });
    const ended = await newHold(leadId, { notes: 'Called twice' });
    await requests.ask('POST', `/${ended.id}/release`);
    inventory().leads.delete(leadId);
    await endHoldsOfLead(inventory().context, caller(), { leadId, version: null });
    expect(await requests.read(hold.id)).to.include({ ended_reason: 'lead_deleted', notes: null });
    expect(await requests.read(ended.id)).to.include({ ended_reason: 'released', notes: null });
    const stored = await inventory().runtime.databases.live.collection('holds').find({ lead_id: leadId }).toArray();
    expect(JSON.stringify(stored)).not.to.match(/mornings|Called/);
  });

  const textIn = async (ids: readonly string[]) => {
    const journal = await Promise.all(ids.map((id) => inventory().journal(id)));
    // The events of a journal entry are removed a day after the entry's creation.
    return JSON.stringify(journal.flat().map(({ events: _events, ...entry }) => entry));
  };

  it('leave no notes in the journal or in their end event, which keeps the reason', async () => {
    const leadId = requests.lead();
    const hold = await newHold(leadId, { notes: 'Prefers mornings' });
    const ended = await newHold(leadId, { notes: 'Called twice' });
    await requests.ask('PUT', `/${ended.id}`, { notes: 'Called thrice' });
    await requests.ask('POST', `/${ended.id}/release`);
    await removeLead(leadId);
    expect(await textIn([hold.id, ended.id])).not.to.match(/mornings|Called/);
    const events = (await inventory().events(hold.id)).filter(({ event }) => event === 'hold.released');
    expect(events).to.have.length(1);
    expect(events[0]?.data).to.include({ ended_reason: 'lead_deleted', unit_id: hold.unit_id, notes: null });
    expect(events[0]?.previous).to.include({ status: 'active' }).and.not.have.property('notes');
    expect(await requests.eventNames(ended.id)).to.deep.equal(['hold.created', 'hold.updated', 'hold.released']);
  });

  it('record the previous notes in the journal when a person changes them', async () => {
    const hold = await newHold(requests.lead(), { notes: 'First' });
    await requests.ask('PUT', `/${hold.id}`, { notes: 'Second' });
    expect((await inventory().events(hold.id)).at(-1)?.previous).to.deep.equal({ notes: 'First' });
  });

  it('are not created for a lead that is lost or deleted during the request', async () => {
    for (const end of [lose, async (id: string) => void (await removeLead(id))]) {
      const lead_id = requests.lead();
      const unit = await requests.unit();
      let isFirst = true;
      inventory().leads.beforeAnswer = async () => {
        if (!isFirst) return;
        isFirst = false;
        await end(lead_id);
      };
      const { status } = await requests.ask('POST', '', { unit_id: unit.id, lead_id });
      inventory().leads.beforeAnswer = async () => undefined;
      expect(status).to.be.oneOf([409, 422]);
      expect(await requests.readUnit(unit.id)).to.include({ status: 'available', hold: null });
    }
  });

  async function removeLead(leadId: string) {
    inventory().leads.delete(leadId);
    await endHoldsOfLead(inventory().context, caller(), { leadId, version: null });
  }

  const merge = async (mergedId: string, survivorId: string) => {
    inventory().leads.delete(mergedId);
    await moveHoldsOfLead(inventory().context, caller(), { mergedId, survivorId });
  };

  it('move to the survivor of a merge, even if they have ended', async () => {
    const [mergedId, survivorId] = [requests.lead(), requests.lead()];
    const hold = await newHold(mergedId);
    const ended = await newHold(mergedId);
    await requests.ask('POST', `/${ended.id}/release`);
    await merge(mergedId, survivorId);
    await merge(mergedId, survivorId);
    for (const { id } of [hold, ended]) expect((await requests.read(id)).lead_id).to.equal(survivorId);
    expect(await requests.eventNames(hold.id)).to.deep.equal(['hold.created', 'hold.transferred']);
    expect((await requests.readUnit(hold.unit_id)).hold.lead_id).to.equal(survivorId);
  });

  it('lose their notes if they move to a survivor that is already deleted', async () => {
    const [mergedId, survivorId] = [requests.lead(), requests.lead()];
    const hold = await newHold(mergedId, { notes: 'Prefers mornings' });
    const ended = await newHold(mergedId, { notes: 'Called twice' });
    await requests.ask('POST', `/${ended.id}/release`);
    await removeLead(survivorId);
    await merge(mergedId, survivorId);
    expect(await requests.read(hold.id)).to.include({ ended_reason: 'lead_deleted', notes: null });
    expect(await requests.read(ended.id)).to.include({ lead_id: survivorId, ended_reason: 'released', notes: null });
    const stored = await inventory().runtime.databases.live.collection('holds').find({ lead_id: survivorId }).toArray();
    expect(JSON.stringify(stored)).not.to.match(/mornings|Called/);
    expect(await textIn([hold.id, ended.id])).not.to.match(/mornings|Called/);
  });

  it('are reduced to the active or earlier hold if both leads hold the same unit', async () => {
    const [one, two] = [requests.lead(), requests.lead()];
    const active = await newHold(one);
    const waiting = await requests.hold(active.unit_id, two, { queue: true });
    const taken = await newHold(requests.lead());
    const first = await requests.hold(taken.unit_id, two, { queue: true });
    const second = await requests.hold(taken.unit_id, one, { queue: true });
    await merge(one, two);
    expect(await requests.read(active.id)).to.include({ status: 'active', lead_id: two });
    expect(await requests.read(waiting.id)).to.include({ ended_reason: 'lead_merged' });
    expect(await requests.read(first.id)).to.include({ status: 'queued', position: 1, lead_id: two });
    expect(await requests.read(second.id)).to.include({ ended_reason: 'lead_merged', lead_id: two });
  });

  it('follow further merges in any order', async () => {
    const [one, two, three] = [requests.lead(), requests.lead(), requests.lead()];
    const hold = await newHold(one);
    inventory().leads.delete(one);
    await merge(two, three);
    await merge(one, two);
    expect((await requests.read(hold.id)).lead_id).to.equal(three);
  });

  it("move to the agent who receives a deactivated agent's leads", async () => {
    const hold = await newHold(requests.lead(), { agent_id: 'agent_bruno' });
    inventory().directory.reassign('agent_bruno', 'agent_chen', new Date());
    const data = { agent_id: 'agent_bruno' };
    const payload = {
      id: 'evt_1',
      event: 'reassignment.requested',
      timestamp: new Date(),
      workspace_id: 'ws_test',
      data,
    };
    const event = {
      id: 'evt_1',
      name: 'reassignment.requested',
      mode: 'live',
      payload: JSON.stringify(payload),
    } as const;
    const consumer = createHoldReassignmentConsumer(inventory().context);
    await consumer.handle({ ...event, requestId: 'req_1' });
    expect((await requests.read(hold.id)).agent_id).to.equal('agent_chen');
    expect((await requests.eventNames(hold.id)).at(-1)).to.equal('hold.updated');
  });
});
