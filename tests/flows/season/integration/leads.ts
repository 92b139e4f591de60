import { type Api, recordOf } from './client.js';
import type { Dice } from './dice.js';
import type { Portfolio } from './portfolio.js';
import { record } from './record.js';

const count = 300;
const rowsEach = 100;
const sources = ['website', 'referral', 'portal', 'social', 'walk_in', 'api', 'manual'] as const;

export interface Prospect {
  readonly id: string;
  readonly agent: string | null;
}

/** 300 leads of all sources, one in six without an agent, in calls of a hundred. */
export async function gatherLeads(
  api: Api,
  dice: Dice,
  agents: readonly string[],
  { properties, units }: Portfolio,
): Promise<Prospect[]> {
  const rows = Array.from({ length: count }, (_, place) => ({
    name: `Prospect ${place}`,
    email: `prospect.${place}@example.com`,
    phone: `+44 20 7946 ${String(place).padStart(4, '0')}`,
    source: dice.pick(sources),
    assigned_agent: dice.throw(6) === 0 ? null : (agents[dice.throw(agents.length)] ?? null),
    interested_properties: [properties[dice.throw(properties.length)], units[dice.throw(units.length)]].flatMap(
      (listing) => (listing ? [listing.id] : []),
    ),
    budget: { min: 100_000, max: 100_000 + 10_000 * dice.throw(60), currency: 'USD' },
    tags: [`batch-${Math.floor(place / rowsEach)}`],
  }));
  const prospects: Prospect[] = [];
  for (let first = 0; first < count; first += rowsEach) {
    const leads = rows.slice(first, first + rowsEach);
    const created = recordOf(await api.POST('/v1/leads/bulk', { body: { leads } }));
    for (const [place, lead] of created.entries()) {
      const row = leads[place];
      if (!row || !('id' in lead)) throw new Error('The answer has other rows than the request.');
      record({ call: 'lead', id: lead.id, source: row.source, agent: row.assigned_agent });
      prospects.push({ id: lead.id, agent: row.assigned_agent });
    }
  }
  return prospects;
}
