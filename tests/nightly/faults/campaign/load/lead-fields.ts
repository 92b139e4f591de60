import { type Actor, newName, pickOne } from './tenant.js';

export const sources = ['website', 'referral', 'portal', 'social', 'walk_in', 'api', 'manual'] as const;
export const openStages = ['contacted', 'qualified', 'viewing', 'negotiation'] as const;

/** Returns the body of a new lead. Answers return these fields exactly as they were sent. */
export function newLead(actor: Actor, number = 0) {
  const { random, tenant } = actor;
  const name = `${newName(actor)}.${number}`;
  const agent = pickOne(random, [...tenant.agentIds, null]) ?? null;
  return {
    name,
    email: `${name.replaceAll(/[/#]/g, '.')}@example.com`,
    source: random.pick(sources),
    assigned_agent: agent,
    interested_properties: [random.pick([tenant.propertyId, ...tenant.unitIds])],
    notes: `of ${name}`,
    tags: [random.pick(['north', 'south'])],
  };
}

/** Returns some fields of a lead. No other call writes the same values. */
export function newLeadFields(actor: Actor) {
  const { random } = actor;
  const mark = newName(actor);
  const number = random.between(1, 90_000);
  return random.pick([
    { notes: mark },
    { tags: [mark] },
    { notes: mark, timeline: `${random.between(1, 999)}_months` },
    { budget: { min: number, max: number + 1_000, currency: 'USD' } },
    { next_follow_up: new Date(Date.UTC(2030, 0, 1) + number * 60_000).toISOString() },
    { phone: `+4420${7_000_000 + number}`, notes: mark },
  ]);
}
