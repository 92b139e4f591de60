import { createPerson } from '@plotline/local/demo/people';
import type { Random } from '@plotline/local/demo/random';

const sources = ['website', 'website', 'portal', 'portal', 'referral', 'social', 'walk_in', 'manual'];
const tags = ['investor', 'first-home', 'relocating', 'cash', 'family', 'vip'];
const rareEvery = 500;

export interface LeadReferences {
  readonly agents: readonly string[];
  readonly properties: readonly string[];
}

/**
 * Creates the body of a new lead. Names repeat as in reality. The email address is unique because it contains the
 * lead's number.
 */
export function createLeadBody(number: number, { agents, properties }: LeadReferences, random: Random) {
  const max = random.between(200, 1_200) * 1_000;
  return {
    ...createPerson(random, 'buyers.example', number),
    phone: `+44 7${random.between(100, 999)} ${random.between(100_000, 999_999)}`,
    source: random.pick(sources),
    interested_properties: [random.pick(properties)],
    budget: { min: Math.round(max * 0.7), max, currency: 'USD' },
    timeline: `${random.between(1, 18)}_months`,
    assigned_agent: random.pick(agents),
    tags: [...tags.filter(() => random.next() < 0.2), ...(number % rareEvery === 7 ? ['rare'] : [])],
  };
}

export type LeadBody = ReturnType<typeof createLeadBody>;
