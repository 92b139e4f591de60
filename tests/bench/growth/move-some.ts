import type { CreatedRecord, HouseClient } from '@plotline/local/demo/house-client';
import pLimit from 'p-limit';
import type { Limits } from './populate.js';

const parallel = 3;
/** Of a hundred leads, these leave `new`; the first also sells in every fifth hundred. */
const moves = ['contacted', 'qualified', 'viewing', 'negotiation', 'lost', 'contacted'] as const;

/** Moves six of a hundred leads on, one call each: stages that few leads are in are the harder filter. */
export async function moveSome(
  client: HouseClient,
  leads: readonly CreatedRecord[],
  properties: readonly string[],
  { signal, deadline }: Limits,
): Promise<void> {
  const limit = pLimit(parallel);
  const move = async ({ id }: CreatedRecord, number: number) => {
    signal.throwIfAborted();
    const stage = moves[number % 100];
    if (!stage || Date.now() > deadline) return;
    const path = `/v1/leads/${id}`;
    if (number % 500 === 0) {
      const sale = { property_id: properties[number % properties.length], deal_value: 250_000 + number };
      await client.record('pipeline', `${path}/won`, `won ${number}`, sale);
    } else if (stage === 'lost') {
      await client.record('pipeline', `${path}/lost`, `lost ${number}`, { reason: 'bought_elsewhere' });
    } else {
      await client.record('pipeline', `${path}/stage`, `stage ${number}`, { stage });
    }
  };
  await Promise.all(leads.map((lead, number) => limit(move, lead, number)));
}
