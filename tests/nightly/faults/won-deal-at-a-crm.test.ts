import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { createLeads, createUnits } from '../../support/listings-and-leads.js';
import { type HubSpotStandIn, startHubSpotStandIn } from '../../support/vendors/hubspot-stand-in.js';
import { newWorkspace } from '../../support/workspace.js';
import { type ReplicatedSystem, startReplicatedSystem } from './campaign/system/replicated-system.js';

const token = `pat-eu1-${'k'.repeat(36)}`;
const kills = 3;

describe('a won deal in a CRM', function () {
  this.timeout(300_000);
  let replicated: ReplicatedSystem | undefined;
  let hubspot: HubSpotStandIn | undefined;
  afterEach(async () => {
    await replicated?.stop();
    await hubspot?.stop();
  });

  it('appears once, even if both processes of connect are killed three times before they get the response', async () => {
    let killed = 0;
    hubspot = await startHubSpotStandIn(async () => {
      if (killed === kills) return true;
      killed += 1;
      await Promise.all(['connect', 'connect-2'].map((name) => replicated?.system.kill(name)));
      return false;
    });
    const connect = { CONNECT_FAKE_VENDORS: 'false', NODE_OPTIONS: hubspot.nodeOptions };
    replicated = await startReplicatedSystem(() => undefined, undefined, {
      programEnvironment: { connect },
    });
    const { system } = replicated;
    const { api } = await newWorkspace({ system });
    const { unitIds } = await createUnits(api, 1);
    const [leadId = ''] = await createLeads(api, 1);
    await api.create('/v1/connections', { provider: 'hubspot', credentials: { access_token: token } });
    const sale = { property_id: unitIds[0], deal_value: 90_000 };
    expect((await api.post(`/v1/leads/${leadId}/won`, sale)).status).to.equal(200);

    await eventually(async () => {
      expect(killed).to.equal(kills);
      const deals = hubspot?.list(token, 'deals') ?? [];
      expect(deals).to.have.length(1);
      expect(deals[0]?.properties).to.include({
        amount: '90000',
        plotline_deal_id: (await api.get('/v1/deals')).records[0]?.id,
      });
      expect(hubspot?.list(token, 'contacts')).to.have.length(1);
      const { records } = await api.get('/v1/connections');
      expect(records[0]).to.include({ status: 'active' });
    }, 120_000);
    expect(hubspot.writes.filter((line) => line === 'POST /crm/v3/objects/deals')).to.have.length(1);
  });
});
