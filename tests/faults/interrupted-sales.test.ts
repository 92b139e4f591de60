import { expect } from 'chai';
import pLimit from 'p-limit';
import type { ApiRecord } from '../support/api-client.js';
import { eventually } from '../support/eventually.js';
import { system } from '../support/system.js';
import { newWorkspace } from '../support/workspace.js';

const sales = 40;

describe('sales that a crash interrupts', function () {
  this.timeout(180_000);

  for (const part of ['pipeline', 'inventory']) {
    it(`are repaired without anyone's help when ${part} dies: each sold unit has its deal, each deal its unit`, async () => {
      const { api } = await newWorkspace();
      const property = await api.create('/v1/properties', {
        name: 'Harbour Point',
        type: 'apartment',
        location: { address: '1 Quay', area: 'Docks', city: 'Port', country: 'Northland' },
      });
      const rows = Array.from({ length: sales }, (_, index) => index);
      const price = { amount: 100_000, currency: 'USD' };
      const units = rows.map((index) => ({ property_id: property.id, name: `Unit ${index}`, price }));
      const unitIds = (await api.post('/v1/units/bulk', { units })).records.map(({ id }) => id);
      const leads = rows.map((index) => ({ name: `Lead ${index}`, email: `lead.${index}@example.com` }));
      const leadIds = (await api.post('/v1/leads/bulk', { leads })).records.map(({ id }) => id);

      const limit = pLimit(6);
      let done = 0;
      const won = new Set<string>();
      await Promise.all(
        leadIds.map((leadId, index) =>
          limit(async () => {
            done += 1;
            if (done === 12 || done === 24) await system().kill(part);
            const sale = { property_id: unitIds[index], deal_value: 90_000 };
            const answer = await api.post(`/v1/leads/${leadId}/won`, sale).catch(() => undefined);
            if (answer?.status === 200) won.add(leadId);
          }),
        ),
      );
      await system().whenReady(part);

      await eventually(async () => {
        const deals = (await api.get('/v1/deals?per_page=100')).records;
        const listed: readonly ApiRecord[] = (await api.get('/v1/units?per_page=100')).records;
        const sold = listed.filter(({ status }) => status === 'sold').map(({ id }) => id);
        expect(deals.map(({ unit_id }) => unit_id)).members(sold);
        expect(deals.map(({ lead_id }) => lead_id)).include.members([...won]);
        const wonLeads = (await api.get('/v1/leads?stage=won&per_page=100')).records.map(({ id }) => id);
        expect(wonLeads).members(deals.map(({ lead_id }) => lead_id));
      }, 60_000);
    });
  }
});
