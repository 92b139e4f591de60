import { expect } from 'chai';
import pLimit from 'p-limit';
import type { ApiClient, ApiRecord } from '../../support/api-client.js';
import { eventually } from '../../support/eventually.js';
import { createLeads, createUnits, readTotal } from '../../support/listings-and-leads.js';
import { system } from '../../support/system.js';
import { newWorkspace } from '../../support/workspace.js';

const dealCount = 5_000;
/** Numbers of issued invoices at which pipeline is killed. */
const killPoints = [500, 2_500];
const instalments = [{ label: 'Roof', percent: 100, due: { on: 'milestone', milestone: 'roof', days: 14 } }];

/** Returns all invoices of the workspace. */
async function walkInvoices(api: ApiClient): Promise<ApiRecord[]> {
  const invoices: ApiRecord[] = [];
  let cursor: unknown = '';
  while (typeof cursor === 'string') {
    const page = await api.get(`/v1/invoices?per_page=100&cursor=${cursor}`);
    invoices.push(...page.records);
    cursor = Reflect.get(Object(Reflect.get(Object(page.body), 'meta')), 'next_cursor');
  }
  return invoices;
}

describe('a milestone of a building', () => {
  it(`invoices each of ${dealCount} deals once, even though pipeline is killed twice`, async () => {
    const { api } = await newWorkspace();
    const { propertyId: property_id } = await createUnits(api, 1);
    const leadIds = await createLeads(api, dealCount);
    const limit = pLimit(12);
    const dealIds = await Promise.all(
      leadIds.map((id) =>
        limit(async () => {
          const { record } = await api.post(`/v1/leads/${id}/won`, { property_id, deal_value: 1_000, instalments });
          return String(Reflect.get(Object(record.deal), 'id'));
        }),
      ),
    );
    expect(await readTotal(api, '/v1/invoices?per_page=1')).to.equal(0);

    const recorded = await api.post(`/v1/properties/${property_id}/milestones`, { name: 'Roof' });
    expect(recorded.status).to.equal(201);
    for (const count of killPoints) {
      await eventually(async () => {
        expect(await readTotal(api, '/v1/invoices?per_page=1')).to.be.at.least(count);
      }, 60_000);
      await system().kill('pipeline');
      await system().whenReady('pipeline');
    }
    await eventually(async () => {
      expect(await readTotal(api, '/v1/invoices?per_page=1')).to.equal(dealCount);
    }, 120_000);

    const invoices = await walkInvoices(api);
    expect(invoices.map(({ deal_id }) => deal_id).sort()).to.deep.equal(dealIds.sort());
    expect(new Set(invoices.map(({ number }) => number)).size).to.equal(dealCount);
    expect(invoices.filter(({ amount, status }) => amount !== 1_000 || status !== 'open')).to.deep.equal([]);
  });
});
