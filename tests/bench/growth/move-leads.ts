import type { CreatedRecord, ServiceClient } from '@plotline/local/demo/api-client';

/** The stages that the first leads of a bulk move to. */
const stages = ['contacted', 'qualified', 'viewing', 'negotiation', 'lost', 'contacted'] as const;
/** Every so many leads the first one is won instead. */
const wonEvery = 500;

/** Moves a few leads of a bulk, one call each: a filter by a stage that few leads have is the expensive one. */
export async function moveLeads(
  client: ServiceClient,
  bulk: readonly CreatedRecord[],
  from: number,
  properties: readonly string[],
): Promise<void> {
  for (const [place, stage] of stages.entries()) {
    const id = bulk[place]?.id;
    if (id === undefined) return;
    const [path, step] = [`/v1/leads/${id}`, `move ${from + place}`];
    if (place === 0 && from % wonEvery === 0) {
      const sale = { property_id: properties[(from / wonEvery) % properties.length], deal_value: 250_000 + from };
      await client.record('pipeline', `${path}/won`, step, sale);
    } else if (stage === 'lost') {
      await client.record('pipeline', `${path}/lost`, step, { reason: 'bought_elsewhere' });
    } else {
      await client.record('pipeline', `${path}/stage`, step, { stage });
    }
  }
}
