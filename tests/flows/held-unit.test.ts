import { expect } from 'chai';
import { askAuth } from '../support/auth-host.js';
import { eventually } from '../support/eventually.js';
import { createLeads, createUnits } from '../support/listings-and-leads.js';
import { newPerson } from '../support/person.js';
import { newWorkspace } from '../support/workspace.js';

describe('A unit that a lead holds', () => {
  it('can be sold only to that lead, and both timelines and the event log show the sale', async () => {
    const workspace = await newWorkspace();
    const { api } = workspace;
    const { token } = await newPerson(workspace, 'owner');
    const set = await askAuth('PUT', '/auth/workspace', { hold_hours: 1 }, token);
    expect(set.data).to.include({ hold_hours: 1, hold_extensions: 2 });
    const [unit_id = ''] = (await createUnits(api, 1)).unitIds;
    const [holder = '', other = ''] = await createLeads(api, 2);
    const hold = await api.create('/v1/holds', { unit_id, lead_id: holder });
    const lasts = Date.parse(String(hold.expires_at)) - Date.parse(String(hold.created_at));
    expect(lasts, 'the gateway knows the new setting').to.be.closeTo(3_600_000, 5_000);
    await api.create('/v1/holds', { unit_id, lead_id: other, queue: true });
    const sale = { unit_id, deal_value: 90_000 };
    const refused = await api.post(`/v1/leads/${other}/won`, sale);
    expect([refused.status, refused.error.reason]).to.deep.equal([409, 'unit_held']);
    expect(refused.error.data).to.deep.equal({ hold_id: hold.id, expires_at: hold.expires_at, queue_length: 1 });
    expect((await api.post(`/v1/leads/${holder}/won`, sale)).status).to.equal(200);
    const { record } = await api.get(`/v1/holds/${hold.id}?expand=lead`);
    expect(record).to.include({ status: 'converted', ended_reason: 'sold' });
    expect(record.lead).to.include({ id: holder, stage: 'won' });
    await eventually(async () => {
      const { records } = await api.get('/v1/events?types=hold.created,hold.converted,hold.released');
      expect(records.map((event) => event.event)).to.have.members([
        ...['hold.created', 'hold.created', 'hold.converted', 'hold.released'],
      ]);
      const typesOf = async (leadId: string) =>
        (await api.get(`/v1/leads/${leadId}/activity`)).records.map(({ type }) => type);
      expect(await typesOf(holder)).to.include.members(['unit_held', 'hold_ended']);
      expect(await typesOf(other)).to.include.members(['unit_queued', 'hold_ended']);
    });
  });

  it('is released once the lead is lost, and goes to the next lead in the queue', async () => {
    const { api } = await newWorkspace();
    const [unit_id = ''] = (await createUnits(api, 1)).unitIds;
    const [first = '', second = ''] = await createLeads(api, 2);
    const hold = await api.create('/v1/holds', { unit_id, lead_id: first });
    const next = await api.create('/v1/holds', { unit_id, lead_id: second, queue: true });
    expect((await api.post(`/v1/leads/${first}/lost`, { reason: 'unresponsive' })).status).to.equal(200);
    await eventually(async () => {
      expect((await api.get(`/v1/holds/${hold.id}`)).record).to.include({ ended_reason: 'lead_lost' });
      expect((await api.get(`/v1/holds/${next.id}`)).record).to.include({ status: 'active' });
    });
    expect((await api.delete(`/v1/leads/${second}`)).status).to.equal(204);
    await eventually(async () => {
      expect((await api.get(`/v1/units/${unit_id}`)).record).to.include({ status: 'available', hold: null });
    });
  });

  it('is released within seconds after the hold ends, with an event', async () => {
    const { api } = await newWorkspace();
    const [unit_id = ''] = (await createUnits(api, 1)).unitIds;
    const [lead_id = ''] = await createLeads(api, 1);
    const hold = await api.create('/v1/holds', { unit_id, lead_id, expires_in: 1 });
    await eventually(async () => {
      const { records } = await api.get('/v1/events?types=hold.expired');
      expect(records).to.have.length(1);
      expect((await api.get('/v1/units?status=available')).records.map(({ id }) => id)).to.deep.equal([unit_id]);
    });
    const { record } = await api.get(`/v1/holds/${hold.id}`);
    expect(record).to.include({ status: 'expired', ended_at: hold.expires_at });
  });
});
