import { createPerson } from '@plotline/local/demo/people';
import type { Random } from '@plotline/local/demo/random';

const sources = ['website', 'website', 'portal', 'portal', 'referral', 'social', 'walk_in', 'manual'];
const tags = ['investor', 'first-home', 'relocating', 'cash', 'family', 'vip'];
const rareEvery = 500;

export interface Choice {
  readonly agents: readonly string[];
  readonly properties: readonly string[];
}

/** A new lead. Names repeat as in life; the email address has the lead's number, so that it finds this one lead. */
export function leadBody(number: number, { agents, properties }: Choice, random: Random) {
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

export type LeadBody = ReturnType<typeof leadBody>;
