import { createClient, createConfig } from './generated/client/index.js';
import { createLeads, getUnit, listLeads, winLead } from './generated/sdk.gen.js';
import type { LeadRow, Price } from './generated/types.gen.js';

const client = createClient(createConfig({ baseUrl: 'https://api.example.com', auth: 'pl_live_key' }));

export async function listNames(): Promise<string[]> {
  const { data } = await listLeads({ client, query: { stage: ['new'], per_page: 100 }, throwOnError: true });
  return data.data.map((lead) => lead.name);
}

export async function readPrice(id: string): Promise<Price> {
  const { data } = await getUnit({ client, path: { id }, throwOnError: true });
  return data.data.price;
}

export async function win(id: string): Promise<number> {
  const body = { property_id: 'unit_1', deal_value: 450_000 };
  const { data } = await winLead({ client, path: { id }, body, throwOnError: true });
  return data.data.deal.value;
}

function describeRow(row: LeadRow): string {
  if (row.status === 201) return row.data.name;
  if (row.status === 200) return 'name' in row.data ? row.data.name : row.data.id;
  if (row.status === 409) return 'lead_ids' in row.error.data ? row.error.data.lead_ids.join() : row.error.message;
  return row.error.details.map(({ field }) => field).join();
}

export async function importLeads(): Promise<string[]> {
  const body = { leads: [{ name: 'Noor Haddad', email: 'noor@example.com' }] };
  const { data } = await createLeads({ client, query: { partial: true }, body, throwOnError: true });
  return data.data.map((row) => {
    if ('status' in row) return describeRow(row);
    return 'name' in row ? row.name : row.id;
  });
}
