import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import type { Reply } from '../../support/started-service.js';
import { useFixture } from '../../support/use-fixture.js';
import { startConnect, toStripeBody } from '../support/connect.js';
import { hubspotTokens, startHubSpot, type TestHubSpot, toHubSpotBody } from '../support/hubspot.js';

describe('/v1/connections/:id/syncs', () => {
  const connect = useFixture(startConnect);
  let turns = 0;
  let as = { workspaceId: '' };
  let hubspot: TestHubSpot;
  let connection: Reply['body'];

  const place = () => `/v1/connections/${connection.id}/syncs`;
  const post = (path: string, body: object = {}) => connect().request('POST', path, { as, body });
  const read = async (id: string) => (await connect().request('GET', `${place()}/${id}`, { as })).body;
  const whenEnded = (id: string, status = 'completed') =>
    eventually(async () => {
      const sync = await read(id);
      expect(sync.status).to.equal(status);
      return sync;
    });

  beforeEach(async () => {
    turns += 1;
    as = { workspaceId: `ws_syncs_${turns}` };
    hubspot = startHubSpot();
    connection = await connect().create('/v1/connections', toHubSpotBody(), as);
    for (let count = 0; count < 60; count += 1) connect().leads.put(`lead_${turns}_${count}`);
  });
  afterEach(() => {
    hubspot.stop();
    connect().leads.leads.clear();
  });

  it('send every lead once, report their progress, and count the leads that HubSpot refuses', async () => {
    hubspot.fail(/POST \/crm\/v3\/objects\/contacts/, { status: 400, body: { category: 'VALIDATION_ERROR' } });
    const { status, body: started } = await post(place());
    expect(status, JSON.stringify(started)).to.equal(202);
    expect(started).to.deep.include({ status: 'queued', connection_id: connection.id });
    expect((await post(place())).body.reason).to.equal('sync_in_progress');
    const ended = await whenEnded(started.id);
    expect(ended).to.deep.include({ progress: 1, leads: { total: 60, processed: 60, sent: 59, failed: 1 } });
    expect(hubspot.list('contacts')).to.have.length(59);
    const again = await post(place());
    await whenEnded(again.body.id);
    expect(hubspot.list('contacts')).to.have.length(60);
    const { body: all } = await connect().request('GET', place(), { as });
    expect(all.map(({ id }: { id: string }) => id)).to.deep.equal([again.body.id, started.id]);
  });

  it('wait while the connection needs attention, and continue where they stopped', async () => {
    hubspot.revoke(hubspotTokens.live);
    const { body: started } = await post(place());
    await eventually(async () => {
      const { body } = await connect().request('GET', `/v1/connections/${connection.id}`, { as });
      expect(body.status).to.equal('needs_attention');
    });
    expect((await post(place())).status).to.equal(409);
    hubspot.restore(hubspotTokens.live);
    await post(`/v1/connections/${connection.id}/enable`);
    connect().advanceClock(60_000);
    expect(await whenEnded(started.id)).to.deep.include({ leads: { total: 60, processed: 60, sent: 60, failed: 0 } });
    expect(hubspot.list('contacts')).to.have.length(60);
  });

  it('run one at a time, even when two are requested simultaneously', async () => {
    hubspot.fail(/PATCH/, { status: 503 }, 1_000);
    const answers = await Promise.all([post(place()), post(place()), post(place())]);
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([202, 409, 409]);
    const started = answers.find(({ status }) => status === 202)?.body;
    const reasons = answers.flatMap(({ status, body }) => (status === 409 ? [body.reason] : []));
    expect(reasons).to.deep.equal(['sync_in_progress', 'sync_in_progress']);
    await post(`${place()}/${started.id}/cancel`);
    await whenEnded(started.id, 'cancelled');
  });

  it('can be cancelled', async () => {
    hubspot.fail(/PATCH/, { status: 503 }, 1_000);
    const { body: started } = await post(place());
    await post(`${place()}/${started.id}/cancel`);
    await whenEnded(started.id, 'cancelled');
    expect((await post(`${place()}/${started.id}/cancel`)).body.status).to.equal('cancelled');
  });

  it("exist only for the workspace's CRM connections", async () => {
    const stripe = await connect().connectStripe(as, toStripeBody());
    expect((await post(`/v1/connections/${stripe.id}/syncs`)).body.reason).to.equal('no_crm_connection');
    const { body: started } = await post(place());
    const foreign = { as: { workspaceId: 'ws_foreign' } };
    expect((await connect().request('GET', `${place()}/${started.id}`, foreign)).status).to.equal(404);
    expect((await connect().request('GET', place(), foreign)).status).to.equal(404);
    expect((await connect().request('GET', `${place()}/syn_unknown`, { as })).status).to.equal(404);
    await post(`${place()}/${started.id}/cancel`);
  });
});

describe('POST /v1/connections/:id/preview', () => {
  const connect = useFixture(startConnect);
  const as = { workspaceId: 'ws_preview' };
  let hubspot: TestHubSpot;
  before(() => {
    hubspot = startHubSpot();
  });
  after(() => hubspot.stop());

  it('shows the data that HubSpot would receive for a lead with unsaved settings, and the values it would refuse', async () => {
    const { id } = await connect().create('/v1/connections', toHubSpotBody(), as);
    connect().leads.put('lead_preview', { phone: '+971501234567', tags: ['sea view', 'cash'] });
    const before = hubspot.list('contacts').length;
    const settings = { tags_property: 'wishes', phone_property: 'phone' };
    const preview = (body: object) => connect().request('POST', `/v1/connections/${id}/preview`, { as, body });
    const { status, body } = await preview({ lead_id: 'lead_preview', settings });
    expect(status, JSON.stringify(body)).to.equal(200);
    const field = (name: string) => body.fields.find((one: { field: string }) => one.field === name);
    expect(field('phone')).to.deep.include({ property: 'phone', value: '+971501234567', problem: null });
    expect(field('tags')).to.deep.include({
      property: 'wishes',
      value: 'sea view, cash',
      problem: 'HubSpot has no contact property with this name.',
    });
    expect(hubspot.list('contacts')).to.have.length(before);
    expect((await preview({ lead_id: 'lead_unknown' })).body.details[0].field).to.equal('lead_id');
    const wrong = await preview({ lead_id: 'lead_preview', settings: { tags_property: 'email' } });
    expect(wrong.status).to.equal(422);
    expect(wrong.body.details[0].field).to.equal('settings.tags_property');
  });
});
