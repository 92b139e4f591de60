import type { ServiceClient } from '@plotline/local/demo/api-client';

const count = 20;

/** Creates a few leads through the API and wins them, to create deals. */
export async function winLeads(client: ServiceClient, properties: readonly string[]): Promise<void> {
  const leads = Array.from({ length: count }, (_, number) => ({
    name: `Won ${number}`,
    email: `won-${number}@winners.example`,
  }));
  const created = await client.records('pipeline', '/v1/leads/bulk', 'leads to win', { leads });
  for (const [place, { id }] of created.entries()) {
    const sale = { property_id: properties[place % properties.length], deal_value: 250_000 + place };
    await client.record('pipeline', `/v1/leads/${id}/won`, `win ${place}`, sale);
  }
}
