import type { ApiClient } from '../../api/client.js';
import { readBody } from '../../api/client.js';
import { buildSampleUnits, sampleLeads, sampleProperty, toNewLead, toNewTask } from './sample-data.js';

/** Creates a property with units, and leads in several stages with their tasks. */
export async function loadSampleData(api: ApiClient, currency: string): Promise<void> {
  const { data: property } = await readBody(api.POST('/v1/properties', { body: sampleProperty }));
  await api.POST('/v1/units/bulk', { body: { units: buildSampleUnits(property.id, currency) } });
  const body = { leads: sampleLeads.map((lead) => toNewLead(lead, property.id)) };
  const { data: leads } = await readBody(api.POST('/v1/leads/bulk', { body }));
  // The records are created one after the other, because the API limits a person's changes per minute.
  for (const [place, sample] of sampleLeads.entries()) {
    const lead = leads[place];
    if (lead === undefined || !('id' in lead)) continue;
    const { id } = lead;
    if (sample.stage !== 'new') {
      await api.POST('/v1/leads/{id}/stage', { params: { path: { id } }, body: { stage: sample.stage } });
    }
    const task = toNewTask(sample, id);
    if (task !== undefined) await api.POST('/v1/tasks', { body: task });
  }
}
