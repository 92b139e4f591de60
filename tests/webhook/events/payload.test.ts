import {
  findLeadId,
  findRelatedId,
  findResourceId,
  redactPayload,
  toRequestBody,
} from '@plotline/webhook/events/model/payload';
import { expect } from 'chai';

const published =
  '{"id":"evt_1","event":"lead.updated","timestamp":"2026-03-01T09:30:00.000Z","workspace_id":"ws_1",' +
  '"data":{"name":"Zoë","budget":1.50},"previous":{"name":"Zoe"}}';

describe('the payload of an event', () => {
  it('equals the published text in v2, byte for byte', () => {
    expect(toRequestBody('v2', published)).to.equal(published);
  });

  it('has created_at instead of timestamp in v1, and neither id nor workspace_id', () => {
    expect(JSON.parse(toRequestBody('v1', published))).to.deep.equal({
      event: 'lead.updated',
      created_at: '2026-03-01T09:30:00.000Z',
      data: { name: 'Zoë', budget: 1.5 },
      previous: { name: 'Zoe' },
    });
  });

  it('contains the id of the lead whose personal data it has, but only in lead.* events', () => {
    const data = { id: 'lead_1', name: 'Zoë' };
    expect(findLeadId('lead.won', data)).to.equal('lead_1');
    expect(findLeadId('task.updated', { id: 'task_1', lead_id: 'lead_1' })).to.equal('lead_1');
    expect(findLeadId('task.deleted', { id: 'task_1', lead_id: 'lead_1' })).to.equal(null);
    expect(findLeadId('hold.created', { id: 'hold_1', lead_id: 'lead_1' })).to.equal('lead_1');
    expect(findLeadId('deal.created', data)).to.equal(null);
    expect(findLeadId('lead.won', {})).to.equal(null);
    expect(findLeadId('lead.deleted', data)).to.equal(null);
    expect(findLeadId('lead.note_added', { lead_id: 'lead_1', entry: { id: 'act_1' } })).to.equal('lead_1');
  });

  it("can be found by the property for a milestone, and by the record's id for other events", () => {
    expect(findResourceId('milestone.reached', { property_id: 'prop_1', name: 'roof' })).to.equal('prop_1');
    expect(findResourceId('unit.updated', { id: 'unit_1', property_id: 'prop_1' })).to.equal('unit_1');
  });

  it("can also be found by the merged lead, by a payment's invoice and by a task's lead, and otherwise by one record", () => {
    expect(findRelatedId('lead.merged', { id: 'lead_1', merged_id: 'lead_2' })).to.equal('lead_2');
    expect(findRelatedId('payment.recorded', { id: 'pay_1', invoice_id: 'inv_1' })).to.equal('inv_1');
    expect(findRelatedId('lead.updated', { id: 'lead_1', merged_id: 'lead_2' })).to.equal(null);
    expect(findRelatedId('task.deleted', { id: 'task_1', lead_id: 'lead_1' })).to.equal('lead_1');
  });

  it("keeps the event's fields and the record's id when redacted", () => {
    const event = { id: 'evt_1', event: 'lead.updated', timestamp: 'now', workspace_id: 'ws_1' };
    const full = { ...event, data: { id: 'lead_1', name: 'Zoë' }, previous: { name: 'Zoe' } };
    const redacted = redactPayload(JSON.stringify(full));
    expect(JSON.parse(redacted)).to.deep.equal({ ...event, data: { id: 'lead_1' } });
    expect(redactPayload(redacted)).to.equal(redacted);
    const note = { ...event, event: 'lead.note_added', data: { lead_id: 'lead_1', entry: { content: 'Zoë called.' } } };
    expect(JSON.parse(redactPayload(JSON.stringify(note)))).to.deep.equal({ ...note, data: { lead_id: 'lead_1' } });
  });

  it("keeps the fields of a hold except its notes and its deposit's reference when redacted", () => {
    const event = { id: 'evt_1', event: 'hold.released', timestamp: 'now', workspace_id: 'ws_1' };
    const deposit = { amount: 500, currency: 'EUR', due_at: null, paid_at: 'then', reference: 'Transfer of Zoë' };
    const kept = { id: 'hold_1', unit_id: 'unit_1', lead_id: 'lead_1', ended_reason: 'lead_deleted' };
    const full = {
      ...event,
      data: { ...kept, deposit, notes: 'Zoë calls on Monday.' },
      previous: { status: 'active', notes: 'Zoë calls.', deposit: { ...deposit, reference: 'Card of Zoë' } },
    };
    const redacted = redactPayload(JSON.stringify(full));
    const withoutReference = { ...deposit, reference: null };
    expect(JSON.parse(redacted)).to.deep.equal({
      ...event,
      data: { ...kept, deposit: withoutReference, notes: null },
      previous: { status: 'active', deposit: withoutReference },
    });
    expect(redactPayload(redacted)).to.equal(redacted);
    const unpaid = { ...event, data: { ...kept, deposit: null, notes: 'Zoë.' }, previous: { notes: null } };
    const data = { ...kept, deposit: null, notes: null };
    expect(JSON.parse(redactPayload(JSON.stringify(unpaid)))).to.deep.equal({ ...event, data });
  });
});
