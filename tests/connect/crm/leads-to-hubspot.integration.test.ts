import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import type { Reply } from '../../support/started-service.js';
import { useFixture } from '../../support/use-fixture.js';
import { startConnect } from '../support/connect.js';
import { hubspotTokens, startHubSpot, type TestHubSpot, toHubSpotBody } from '../support/hubspot.js';

const deal = {
  id: 'deal_1',
  property_id: 'prop_1',
  unit_id: 'unit_1',
  agent_id: 'agent_1',
  value: 1_250_000,
  currency: 'AED',
  status: 'closed',
  closed_at: Date.UTC(2026, 2, 1),
};

describe('leads in HubSpot', () => {
  const connect = useFixture(startConnect);
  let turns = 0;
  let as = { workspaceId: '' };
  let leadId = '';
  let hubspot: TestHubSpot;
  let connection: Reply['body'];

  const calls = async (query = '') =>
    (await connect().request('GET', `/v1/connections/${connection.id}/calls?per_page=100${query}`, { as })).body;
  const read = async () => (await connect().request('GET', `/v1/connections/${connection.id}`, { as })).body;
  const jobs = () =>
    connect().runtime.databases.live.collection('outbound_jobs').find({ connection_id: connection.id }).toArray();
  const whenIdle = () => eventually(async () => expect(await jobs()).to.deep.equal([]));
  /** Resolves when exactly `count` jobs wait and none of them is due. */
  const whenAllWait = (count: number) =>
    eventually(async () => {
      const all = await jobs();
      expect(all).to.have.length(count);
      for (const { resume_at } of all) {
        expect(resume_at.getTime()).to.be.greaterThan(connect().context.clock().getTime());
      }
    });
  const whenPostponed = () => whenAllWait(1);
  const written = () => hubspot.requests.filter((line) => line.startsWith('POST /crm/v3/objects/'));

  beforeEach(async () => {
    turns += 1;
    as = { workspaceId: `ws_hubspot_${turns}` };
    leadId = `lead_${turns}`;
    hubspot = startHubSpot();
    connection = await connect().create('/v1/connections', toHubSpotBody(), as);
    connect().leads.put(leadId);
  });
  afterEach(() => {
    hubspot.stop();
    connect().leads.leads.clear();
  });

  it('become one contact each, even if events arrive repeatedly and in any order', async () => {
    const events = ['lead.updated', 'lead.created', 'lead.updated', 'lead.created', 'lead.updated'];
    await Promise.all(events.map((event) => connect().tellLead(as, leadId, event)));
    await eventually(() => expect(hubspot.list('contacts')).to.have.length(1));
    await whenIdle();
    expect(hubspot.list('contacts')).to.have.length(1);
    expect(hubspot.list('contacts')[0]?.properties).to.include({
      email: `${leadId}@example.com`,
      firstname: 'Noor',
      lastname: 'Haddad',
      plotline_lead_id: leadId,
      plotline_url: `https://app.plotline.example/dashboard/${as.workspaceId}/live/pipeline/${leadId}`,
    });
  });

  it('are updated when they change, including their email', async () => {
    await connect().tellLead(as, leadId, 'lead.created');
    await eventually(() => expect(hubspot.list('contacts')).to.have.length(1));
    connect().leads.put(leadId, { email: 'other@example.com', phone: '+971501234567' });
    await connect().tellLead(as, leadId);
    await eventually(() => {
      expect(hubspot.list('contacts')[0]?.properties).to.include({
        email: 'other@example.com',
        phone: '+971501234567',
      });
    });
    expect(hubspot.list('contacts')).to.have.length(1);
  });

  it('become deals with amount, stage and owner when they are won', async () => {
    connect().leads.put(leadId, { stage: 'won', deals: [deal] });
    await connect().tellLead(as, leadId, 'lead.won');
    await eventually(() => expect(hubspot.list('deals')).to.have.length(1));
    expect(hubspot.list('deals')[0]?.properties).to.include({
      dealname: 'Noor Haddad: Villa 9',
      amount: '1250000',
      deal_currency_code: 'AED',
      dealstage: 'closedwon',
      hubspot_owner_id: '7',
      plotline_deal_id: 'deal_1',
    });
    expect(hubspot.requests).to.include('GET /crm/v3/owners?email=sara%40harbour.example&limit=1');
    connect().leads.put(leadId, { stage: 'negotiation', deals: [{ ...deal, status: 'cancelled' }] });
    await connect().tellLead(as, leadId);
    await eventually(() => expect(hubspot.list('deals')[0]?.properties).to.include({ dealstage: 'closedlost' }));
    expect(hubspot.list('deals')).to.have.length(1);
  });

  for (const step of [
    'PATCH /crm/v3/objects/contacts',
    'GET /crm/v3/objects/contacts',
    'POST /crm/v3/objects/contacts',
    'GET /account-info',
    'GET /crm/v3/owners',
    'PATCH /crm/v3/objects/deals',
    'POST /crm/v3/objects/deals',
  ]) {
    for (const fault of ['silent_before', 'silent_after'] as const) {
      it(`exist once when HubSpot is ${fault.replace('_', ' ')} the effect of ${step}`, async () => {
        connect().leads.put(leadId, { stage: 'won', deals: [deal] });
        hubspot.fail(new RegExp(`^${step}`), fault);
        await connect().tellLead(as, leadId, 'lead.won');
        await whenPostponed();
        connect().advanceClock(60_000);
        await eventually(() => expect(hubspot.list('deals')).to.have.length(1));
        await whenIdle();
        expect(hubspot.list('contacts')).to.have.length(1);
        expect(hubspot.list('deals')).to.have.length(1);
      });
    }
  }

  it('exist once when the process dies right after each write', async () => {
    connect().leads.put(leadId, { stage: 'won', deals: [deal] });
    const { calls: log } = connect().context;
    const original = log.add.bind(log);
    const deaths = ['create contact', 'create deal', 'update deal'];
    log.add = async (tenant, call) => {
      if (call.status === 'succeeded' && call.purpose === deaths[0]) {
        deaths.shift();
        throw new Error('The process was killed by a test.');
      }
      await original(tenant, call);
    };
    await connect().tellLead(as, leadId, 'lead.won');
    for (let kills = 0; kills < 3; kills += 1) {
      await eventually(() => expect(deaths).to.have.length(2 - kills));
      await whenPostponed();
      connect().advanceClock(120_000);
    }
    await whenIdle();
    log.add = original;
    expect(hubspot.list('contacts')).to.have.length(1);
    expect(hubspot.list('deals')).to.have.length(1);
    expect(written()).to.have.length(2);
  });

  it('wait as long as HubSpot requests in Retry-After', async () => {
    const body = { status: 'error', errorType: 'RATE_LIMIT', message: 'You have reached your secondly limit.' };
    hubspot.fail(/PATCH/, { status: 429, body, headers: { 'retry-after': '120' } });
    const before = connect().context.clock().getTime();
    await connect().tellLead(as, leadId);
    await whenPostponed();
    const [job] = await jobs();
    expect(job?.resume_at.getTime()).to.be.at.least(before + 120_000);
    // The connection's other records wait as well.
    const other = `${leadId}_other`;
    connect().leads.put(other);
    await connect().tellLead(as, other);
    await eventually(async () => expect(await jobs()).to.have.length(2));
    await eventually(async () => {
      for (const { resume_at } of await jobs()) expect(resume_at.getTime()).to.be.at.least(before + 120_000);
    });
    expect(hubspot.list('contacts')).to.have.length(0);
    connect().advanceClock(180_000);
    await eventually(() => expect(hubspot.list('contacts')).to.have.length(2));
  });

  it('wait while the token is revoked, and are sent when the token is restored; owners are notified once', async () => {
    hubspot.revoke(hubspotTokens.live);
    const ids = [leadId, `${leadId}_b`, `${leadId}_c`];
    for (const id of ids) {
      connect().leads.put(id);
      await connect().tellLead(as, id, 'lead.created');
    }
    await eventually(async () => expect((await read()).status).to.equal('needs_attention'));
    await whenAllWait(3);
    const told = (await connect().events(connection.id)).filter(({ event }) => event === 'connection.needs_attention');
    expect(told).to.have.length(1);
    hubspot.restore(hubspotTokens.live);
    const enabled = await connect().request('POST', `/v1/connections/${connection.id}/enable`, { as, body: {} });
    expect(enabled.body.status).to.equal('active');
    await whenIdle();
    expect(hubspot.list('contacts')).to.have.length(3);
  });

  it('wait while the connection is disabled, and are discarded when it is deleted', async () => {
    await connect().request('POST', `/v1/connections/${connection.id}/disable`, { as, body: {} });
    await connect().tellLead(as, leadId);
    await whenPostponed();
    expect(hubspot.list('contacts')).to.have.length(0);
    await connect().request('DELETE', `/v1/connections/${connection.id}`, { as });
    connect().advanceClock(7_200_000);
    await whenIdle();
    expect(hubspot.list('contacts')).to.have.length(0);
  });

  it('are logged without personal data if HubSpot refuses them, and can be retried from the log', async () => {
    const refusal = {
      status: 'error',
      category: 'VALIDATION_ERROR',
      message: 'Property values were not valid for Noor Haddad.',
      errors: [{ code: 'INVALID_EMAIL', message: `${leadId}@example.com is invalid` }],
    };
    hubspot.fail(/POST \/crm\/v3\/objects\/contacts/, { status: 400, body: refusal });
    await connect().tellLead(as, leadId, 'lead.created');
    await eventually(async () => expect(await calls('&status=failed')).to.have.length(1));
    await whenIdle();
    const [failed] = await calls('&status=failed');
    expect(failed).to.deep.include({ purpose: 'create contact', subject: { type: 'lead', id: leadId } });
    expect(failed.response).to.include('INVALID_EMAIL');
    expect(JSON.stringify(await calls()))
      .to.not.include('example.com')
      .and.not.include('Haddad');
    const place = `/v1/connections/${connection.id}/calls`;
    const retried = await connect().request('POST', `${place}/${failed.id}/retry`, { as, body: {} });
    expect(retried.status).to.equal(202);
    await eventually(() => expect(hubspot.list('contacts')).to.have.length(1));
    const [done] = await calls('&status=succeeded');
    expect((await connect().request('POST', `${place}/${done.id}/retry`, { as, body: {} })).status).to.equal(409);
  });

  it('are held back while HubSpot fails, until a single attempt succeeds', async () => {
    hubspot.fail(/PATCH/, { status: 503 }, 4);
    const ids = Array.from({ length: 6 }, (_, place) => `${leadId}_${place}`);
    for (const id of ids) {
      connect().leads.put(id);
      await connect().tellLead(as, id, 'lead.created');
    }
    const attempts = () => hubspot.requests.filter((line) => line.startsWith('PATCH')).length;
    await eventually(() => expect(attempts()).to.equal(3));
    await whenAllWait(6);
    expect(attempts()).to.equal(3);
    connect().advanceClock(3_600_000);
    await eventually(() => expect(attempts()).to.equal(4));
    await whenAllWait(6);
    connect().advanceClock(3_600_000);
    await whenIdle();
    expect(hubspot.list('contacts')).to.have.length(6);
  });
});
