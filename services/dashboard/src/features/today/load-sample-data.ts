import { type ApiClient, readBody } from '../../api/client.js';
import { loadSampleSale } from './load-sample-sale.js';
import { buildSampleUnits, sampleBuyer, sampleLeads, sampleProperty, toNewLead, toNewTask } from './sample-data.js';
import { toCompletionDay } from './sample-sale.js';

/** Creates a property with units, leads in several stages with their tasks, holds, and a deal in instalments. */
export async function loadSampleData(api: ApiClient, currency: string): Promise<void> {
  const newProperty = { ...sampleProperty, completion_date: toCompletionDay() };
  const { data: property } = await readBody(api.POST('/v1/properties', { body: newProperty }));
  const rows = buildSampleUnits(property.id, currency);
  const { data: created } = await readBody(api.POST('/v1/units/bulk', { body: { units: rows } }));
  const body = { leads: sampleLeads.map((lead) => toNewLead(lead, property.id)) };
  const { data: leads } = await readBody(api.POST('/v1/leads/bulk', { body }));
  const leadIds = new Map<string, string>();
  // Creates the records one after the other, because the API limits a person's changes per minute.
  for (const [place, sample] of sampleLeads.entries()) {
    const lead = leads[place];
    if (lead === undefined || !('id' in lead)) continue;
    const { id } = lead;
    leadIds.set(sample.name, id);
    if (sample.stage !== 'new') {
      await api.POST('/v1/leads/{id}/stage', { params: { path: { id } }, body: { stage: sample.stage } });
    }
    const task = toNewTask(sample, id);
    if (task !== undefined) await api.POST('/v1/tasks', { body: task });
  }
  const units = created.flatMap((unit) =>
    'id' in unit ? [{ id: unit.id, number: unit.unit_number ?? '', price: unit.price }] : [],
  );
  await loadSampleSale(api, property.id, units, leadIds, sampleBuyer);
}
