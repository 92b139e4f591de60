import { expect } from 'chai';
import { type ApiAnswer, ApiClient } from '../support/api-client.js';
import { system } from '../support/system.js';
import { newKey, newWorkspace, type TestWorkspace } from '../support/workspace.js';

describe('an error response for programs', () => {
  let workspace: TestWorkspace;
  let sold: { readonly leadId: string; readonly unitId: string; readonly dealId: string };

  async function sell(): Promise<typeof sold> {
    const { api } = workspace;
    const property = { name: 'Quay', type: 'apartment', location: { city: 'Faro' } };
    const { id: property_id } = await api.create('/v1/properties', property);
    const unit = { property_id, name: 'A 1', price: { amount: 90_000, currency: 'EUR' } };
    const { id: unitId } = await api.create('/v1/units', unit);
    const { id: leadId } = await api.create('/v1/leads', { name: 'Noor', email: 'noor@example.com' });
    await api.post(`/v1/leads/${leadId}/won`, { property_id: unitId, deal_value: 90_000 });
    const [deal] = (await api.get(`/v1/deals?lead_id=${leadId}`)).records;
    return { leadId, unitId, dealId: deal?.id ?? expect.fail('The sale left no deal.') };
  }

  before(async () => {
    workspace = await newWorkspace();
    sold = await sell();
  });

  function assertReason({ status, error }: ApiAnswer, wanted: { status: number; reason: string; data?: object }): void {
    const { reason, data } = error;
    expect({ status, reason, ...(data && { data }) }).to.deep.equal(wanted);
  }

  it('names the subject of an impossible sale', async () => {
    const { api } = workspace;
    const { leadId, unitId, dealId } = sold;
    const { id: otherId } = await api.create('/v1/leads', { name: 'Olu', email: 'olu@example.com' });
    const taken = await api.post(`/v1/leads/${otherId}/won`, { property_id: unitId, deal_value: 80_000 });
    expect(taken.error.message).to.equal('The unit is already sold.');
    assertReason(taken, { status: 409, reason: 'unit_not_available', data: { unit_id: unitId, status: 'sold' } });
    const again = await api.post(`/v1/leads/${leadId}/won`, { property_id: unitId, deal_value: 80_000 });
    assertReason(again, { status: 409, reason: 'lead_already_won', data: { deal_id: dealId } });
    const inDeal = { status: 409, reason: 'unit_in_live_deal', data: { unit_id: unitId, deal_id: dealId } };
    assertReason(await api.put(`/v1/units/${unitId}`, { status: 'available' }), inDeal);
    assertReason(await api.delete(`/v1/units/${unitId}`), inDeal);
    const erased = await api.delete(`/v1/leads/${leadId}`);
    assertReason(erased, { status: 409, reason: 'lead_has_live_deal', data: { deal_id: dealId } });
  });

  it('names the invoice that prevents a change of the deal', async () => {
    const { api } = workspace;
    const [invoice] = (await api.get(`/v1/invoices?deal_id=${sold.dealId}`)).records;
    const invoice_id = invoice?.id ?? '';
    expect((await api.post(`/v1/invoices/${invoice_id}/paid`)).status).to.equal(200);
    const reopened = await api.post(`/v1/leads/${sold.leadId}/stage`, { stage: 'new' });
    assertReason(reopened, { status: 409, reason: 'invoice_paid', data: { invoice_id } });
    const erased = await api.delete(`/v1/leads/${sold.leadId}`);
    assertReason(erased, { status: 409, reason: 'invoice_paid', data: { invoice_id } });
  });

  it('names the leads with the same contact, and the team that still has agents', async () => {
    const { api } = workspace;
    const twin = await api.post('/v1/leads?on_duplicate=reject', { name: 'Twin', email: 'noor@example.com' });
    assertReason(twin, { status: 409, reason: 'duplicate_contact', data: { lead_ids: [sold.leadId] } });
    const { id: team_id } = await api.create('/v1/teams', { name: 'Harbour' });
    const agent = { name: 'Ada', email: 'ada@example.com', team_id };
    await api.create('/v1/agents', agent);
    const team = await api.delete(`/v1/teams/${team_id}`);
    assertReason(team, { status: 409, reason: 'team_has_agents', data: { team_id } });
    assertReason(await api.post('/v1/agents', agent), { status: 409, reason: 'agent_email_taken' });
  });

  it('has different reasons for a reused key, a stale version and a missing scope', async () => {
    const { api, id } = workspace;
    const keyed = { 'idempotency-key': 'one' };
    await api.post('/v1/teams', { name: 'First' }, keyed);
    const other = await api.post('/v1/teams', { name: 'Second' }, keyed);
    assertReason(other, { status: 422, reason: 'idempotency_key_reused' });
    const stale = await api.put(`/v1/leads/${sold.leadId}`, { notes: 'x' }, { 'if-match': '"0-stale"' });
    assertReason(stale, { status: 412, reason: 'record_changed' });
    const foreign = await api.get('/v1/leads', { 'x-workspace-id': 'ws_other' });
    assertReason(foreign, { status: 403, reason: 'foreign_workspace' });
    const weak = new ApiClient(system().urls.api, (await newKey(id, 'live', ['read:leads'])).key);
    const refused = await weak.post('/v1/leads', { name: 'x' });
    assertReason(refused, { status: 403, reason: 'missing_scope', data: { scopes: ['write:leads'] } });
  });

  it("has a reason that is in the served document's table", async () => {
    const document: unknown = await (await fetch(`${system().urls.api}/openapi.json`)).json();
    for (const row of [
      '| `unit_not_available` | 409 |',
      '| `idempotency_key_in_use` | 409 |',
      '| `missing_scope` | 403 |',
    ]) {
      expect(document).to.have.nested.property('info.description').that.includes(row);
    }
  });
});
