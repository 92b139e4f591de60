import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { useFixture } from '../../support/use-fixture.js';
import { startConnect } from '../support/connect.js';
import { hubspotTokens, startHubSpot, type TestHubSpot, toHubSpotBody } from '../support/hubspot.js';

describe('sandbox leads', () => {
  const connect = useFixture(startConnect);
  const as = { workspaceId: 'ws_modes' };
  const leadId = 'lead_of_live';
  let hubspot: TestHubSpot;
  before(() => {
    hubspot = startHubSpot();
    connect().leads.put(leadId);
  });
  after(() => hubspot.stop());

  it('are never sent to a live account, and live leads are never sent to a test account', async () => {
    await connect().create('/v1/connections', toHubSpotBody(), as);
    const sandbox = { ...as, mode: 'sandbox' as const };
    const refused = await connect().request('POST', '/v1/connections', { as: sandbox, body: toHubSpotBody('live') });
    expect(refused.status).to.equal(422);
    expect(refused.body.details[0].message).to.include('standard account');
    const reversed = await connect().request('POST', '/v1/connections', { as, body: toHubSpotBody('sandbox') });
    expect(reversed.status).to.equal(422);
    await connect().create('/v1/connections', toHubSpotBody('sandbox'), sandbox);
    await connect().tellLead(as, leadId, 'lead.created');
    await eventually(() => expect(hubspot.list('contacts')).to.have.length(1));
    expect(hubspot.list('contacts', hubspotTokens.sandbox)).to.have.length(0);
    connect().leads.put('lead_of_sandbox');
    await connect().tellLead(sandbox, 'lead_of_sandbox', 'lead.created');
    await eventually(() => expect(hubspot.list('contacts', hubspotTokens.sandbox)).to.have.length(1));
    expect(hubspot.list('contacts')).to.have.length(1);
  });
});
