import { createLeads, getUnit, type LeadRow, listLeads, type Price, winLead } from './generated/client.js';

const options = { headers: { Authorization: 'Bearer pl_live_key' } };

export async function listNames(): Promise<string[]> {
  const answer = await listLeads({ stage: ['new'], per_page: 100 }, options);
  if (answer.status !== 200) throw new Error(`The answer is ${answer.status}.`);
  return answer.data.data.map((lead) => lead.name);
}

export async function readPrice(id: string): Promise<Price> {
  const answer = await getUnit(id, {}, options);
  if (answer.status !== 200) throw new Error(`The answer is ${answer.status}.`);
  return answer.data.data.price;
}

export async function win(id: string): Promise<number> {
  const answer = await winLead(id, { property_id: 'unit_1', deal_value: 450_000 }, options);
  if (answer.status !== 200) throw new Error(`The answer is ${answer.status}.`);
  return answer.data.data.deal.value;
}

function describeRow(row: LeadRow): string {
  if (row.status === 201) return row.data.name;
  if (row.status === 200) return 'name' in row.data ? row.data.name : row.data.id;
  if (row.status === 409) return 'lead_ids' in row.error.data ? row.error.data.lead_ids.join() : row.error.message;
  return row.error.details.map(({ field }) => field).join();
}

export async function importLeads(): Promise<string[]> {
  const body = { leads: [{ name: 'Noor Haddad', email: 'noor@example.com' }] };
  const answer = await createLeads(body, { partial: true }, options);
  if (answer.status !== 207) throw new Error(`The answer is ${answer.status}.`);
  return answer.data.data.map(describeRow);
}
