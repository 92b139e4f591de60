import createClient from 'openapi-fetch';
import type { components, paths } from './generated/contract.js';

type Unit = components['schemas']['Unit'];

const api = createClient<paths>({
  baseUrl: 'https://api.example.com',
  headers: { Authorization: 'Bearer pl_live_key' },
});

export async function listNames(): Promise<string[]> {
  const { data, error } = await api.GET('/v1/leads', { params: { query: { stage: ['new'], per_page: 100 } } });
  if (error) throw new Error(error.error.message);
  return data.data.map((lead) => lead.name);
}

export async function readPrice(id: string): Promise<Unit['price']> {
  const { data } = await api.GET('/v1/units/{id}', { params: { path: { id } } });
  if (!data) throw new Error('There is no such unit.');
  return data.data.price;
}

export async function win(id: string): Promise<number> {
  const body = { property_id: 'unit_1', deal_value: 450_000 };
  const { data } = await api.POST('/v1/leads/{id}/won', { params: { path: { id } }, body });
  if (!data) throw new Error('The lead is not won.');
  return data.data.deal.value;
}

export function describeRow(row: components['schemas']['LeadRow']): string {
  if (row.status === 201) return row.data.name;
  if (row.status === 200) return 'name' in row.data ? row.data.name : row.data.id;
  if (row.status === 409) return 'lead_ids' in row.error.data ? row.error.data.lead_ids.join() : row.error.message;
  return row.error.details.map(({ field }) => field).join();
}
