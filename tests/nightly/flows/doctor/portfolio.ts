import { expect } from 'chai';
import type { ApiClient } from '../../../support/api-client.js';
import { eventually } from '../../../support/eventually.js';
import { createLeads, createUnits } from '../../../support/listings-and-leads.js';

/** Records of the workspace that the faults are planted in. */
export interface Portfolio {
  readonly unitIds: readonly string[];
  readonly leadIds: readonly string[];
  readonly dealIds: readonly string[];
  readonly agents: Readonly<Record<'kept' | 'ofLead' | 'ofUnit', string>>;
  readonly webhookId: string;
  readonly propertyId: string;
}

export async function createPortfolio(api: ApiClient, hookUrl: string): Promise<Portfolio> {
  const { propertyId, unitIds } = await createUnits(api, 7);
  const webhook = await api.create('/v1/webhooks', { url: hookUrl, events: ['deal.created'] });
  const invite = async (name: string) =>
    (await api.create('/v1/agents', { name, email: `${name}@example.com`.toLowerCase(), role: 'agent' })).id;
  const agents = { kept: await invite('Kept'), ofLead: await invite('Lost'), ofUnit: await invite('Gone') };
  const leadIds = await createLeads(api, 6, 'doctor', { assigned_agent: agents.kept, phone: '+44 20 7946 0002' });
  const dealIds: string[] = [];
  for (const [place, unit] of unitIds.slice(0, 4).entries()) {
    const won = await api.post(`/v1/leads/${leadIds[place]}/won`, { property_id: unit, deal_value: 90_000 });
    dealIds.push(String(Reflect.get(Object(won.record.deal), 'id')));
  }
  await api.call('PUT', `/v1/leads/${leadIds[4]}`, { body: { assigned_agent: agents.ofLead } });
  await api.call('PUT', `/v1/units/${unitIds[4]}`, { body: { assigned_agent: agents.ofUnit } });
  await api.call('PUT', `/v1/units/${unitIds[5]}`, { body: { status: 'sold' } });
  await eventually(async () => {
    const { stats } = (await api.get(`/v1/webhooks/${webhook.id}`)).record;
    expect(stats).to.include({ deliveries_successful: 4 });
  });
  return { unitIds, leadIds, dealIds, agents, webhookId: webhook.id, propertyId };
}
