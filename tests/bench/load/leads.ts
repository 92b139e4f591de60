import type { ServiceClient } from '@plotline/local/demo/api-client';
import { Random } from '@plotline/local/demo/random';
import { createLeadBody } from '../growth/lead-body.js';

/** Maximum number of leads in one bulk call. */
const maxRows = 100;

/** Returns leads without references, the same in each run. Each has its own email address. */
export function createLeads(count: number) {
  const random = new Random(1);
  return Array.from({ length: count }, (_, number) => {
    const {
      interested_properties: _listings,
      assigned_agent: _agent,
      ...lead
    } = createLeadBody(number, { agents: [''], properties: [''] }, random);
    return lead;
  });
}

/** Stores leads in bulk calls without the gateway, and resolves to their ids. */
export async function storeLeads(client: ServiceClient, leads: readonly object[]): Promise<string[]> {
  const ids: string[] = [];
  for (let from = 0; from < leads.length; from += maxRows) {
    const body = { leads: leads.slice(from, from + maxRows) };
    const stored = await client.records('pipeline', '/v1/leads/bulk', `leads from ${from}`, body);
    ids.push(...stored.map(({ id }) => id));
  }
  return ids;
}
