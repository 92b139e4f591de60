import { logCall } from './call-log.js';
import { type Api, getData } from './client.js';
import type { Portfolio } from './portfolio.js';
import type { RandomSource } from './random.js';

const leadCount = 300;
const maxRows = 100;
const sources = ['website', 'referral', 'portal', 'social', 'walk_in', 'api', 'manual'] as const;

export interface Prospect {
  readonly id: string;
  readonly agent: string | null;
}

/** Creates 300 leads from all sources in bulk calls. One lead in six has no agent. */
export async function createLeads(
  api: Api,
  random: RandomSource,
  agents: readonly string[],
  { properties, units }: Portfolio,
): Promise<Prospect[]> {
  const rows = Array.from({ length: leadCount }, (_, place) => ({
    name: `Prospect ${place}`,
    email: `prospect.${place}@example.com`,
    phone: `+44 20 7946 ${String(place).padStart(4, '0')}`,
    source: random.pick(sources),
    assigned_agent: random.next(6) === 0 ? null : (agents[random.next(agents.length)] ?? null),
    interested_properties: [properties[random.next(properties.length)], units[random.next(units.length)]].flatMap(
      (listing) => (listing ? [listing.id] : []),
    ),
    budget: { min: 100_000, max: 100_000 + 10_000 * random.next(60), currency: 'USD' },
    tags: [`batch-${Math.floor(place / maxRows)}`],
  }));
  const prospects: Prospect[] = [];
  for (let first = 0; first < leadCount; first += maxRows) {
    const leads = rows.slice(first, first + maxRows);
    const created = getData(await api.POST('/v1/leads/bulk', { body: { leads } }));
    for (const [place, lead] of created.entries()) {
      const row = leads[place];
      if (!row || !('id' in lead)) throw new Error('The response has other rows than the request.');
      logCall({ call: 'lead', id: lead.id, source: row.source, agent: row.assigned_agent });
      prospects.push({ id: lead.id, agent: row.assigned_agent });
    }
  }
  return prospects;
}
