import { Limiter } from '@plotline/kit/core/limiter';
import type { ServiceClient } from './api-client.js';
import { createPerson } from './people.js';
import type { Portfolio } from './portfolio.js';
import type { Random } from './random.js';

const sources = ['website', 'website', 'portal', 'portal', 'referral', 'social', 'walk_in', 'manual'];
const lossReasons = ['price_too_high', 'bought_elsewhere', 'unresponsive', 'financing_failed', 'no_longer_interested'];
const tags = ['investor', 'first-home', 'relocating', 'cash', 'family', 'vip'];
/** Shares no factor with 10,000, so that no two leads look like duplicates. */
const phoneStep = 3_571;
const maxBulkRows = 100;
const parallel = 6;
const dayMs = 24 * 60 * 60_000;
/** Number of leads that an agent works on for each one with a follow-up. */
const followUpEvery = 4;
const calls = [
  'Called: wants to see the floor plans before a viewing.',
  'Called: the bank has agreed to the loan in principle.',
  'Called: asked about parking and the service charge.',
  'Called: compares with two other developments.',
];

/** Percentage of leads that end in each stage. */
const funnel: readonly (readonly [stage: string, share: number])[] = [
  ['new', 26],
  ['contacted', 22],
  ['qualified', 17],
  ['viewing', 12],
  ['negotiation', 8],
  ['won', 7],
  ['lost', 8],
];

function chooseStage(index: number): string {
  let rest = index % 100;
  for (const [stage, share] of funnel) {
    if (rest < share) return stage;
    rest -= share;
  }
  return 'new';
}

function createProspect(index: number, portfolio: Portfolio, agents: readonly string[], random: Random) {
  const max = random.between(200, 1_200) * 1_000;
  return {
    ...createPerson(random, 'buyers.example', index),
    phone: `+44 20 7946 ${String((index * phoneStep) % 10_000).padStart(4, '0')}`,
    source: random.pick(sources),
    interested_properties: [random.pick(portfolio.propertyIds)],
    budget: { min: Math.round(max * 0.7), max, currency: 'USD' },
    timeline: `${random.between(1, 18)}_months`,
    assigned_agent: random.pick(agents),
    tags: tags.filter(() => random.next() < 0.2),
  };
}

async function move(client: ServiceClient, id: string, stage: string, step: string, sale: object, random: Random) {
  const path = `/v1/leads/${id}`;
  if (stage === 'new') return;
  if (stage === 'won') await client.record('pipeline', `${path}/won`, `${step} won`, sale);
  else if (stage === 'lost') {
    await client.record('pipeline', `${path}/lost`, `${step} lost`, { reason: random.pick(lossReasons) });
  } else await client.record('pipeline', `${path}/stage`, `${step} stage`, { stage });
}

/**
 * Returns a working hour between a few days ago and two weeks from now, so that some follow-ups are overdue and some
 * are due today.
 */
function chooseFollowUp(random: Random): string {
  const day = Date.now() + random.between(-2, 14) * dayMs;
  return new Date(day - (day % dayMs) + random.between(16, 34) * (dayMs / 48)).toISOString();
}

interface FollowUp {
  readonly call: string;
  readonly due: string;
}

async function planFollowUp(client: ServiceClient, id: string, step: string, { call, due }: FollowUp): Promise<void> {
  const path = `/v1/leads/${id}`;
  await client.record('pipeline', `${path}/notes`, `${step} call`, { type: 'call', content: call });
  await client.change('pipeline', path, `${step} follow-up`, { next_follow_up: due });
}

/**
 * Creates leads, moves each to its stage and plans follow-ups. Each won lead buys a unit of its own while units remain.
 */
export async function seedProspects(
  client: ServiceClient,
  count: number,
  portfolio: Portfolio,
  agents: readonly string[],
  random: Random,
): Promise<void> {
  const ids: string[] = [];
  for (let from = 0; from < count; from += maxBulkRows) {
    const length = Math.min(maxBulkRows, count - from);
    const leads = Array.from({ length }, (_, index) => createProspect(from + index, portfolio, agents, random));
    const created = await client.records('pipeline', '/v1/leads/bulk', `leads from ${from}`, { leads });
    ids.push(...created.map(({ id }) => id));
  }
  const limiter = new Limiter({ max: parallel });
  const sold = portfolio.units.values();
  const moves = ids.map((id, index) => {
    const stage = chooseStage(index);
    const unit = stage === 'won' ? sold.next().value : undefined;
    const sale = { property_id: unit?.id ?? portfolio.propertyIds[0], deal_value: unit?.price ?? 250_000 };
    const isWorkedOn = stage !== 'new' && stage !== 'won' && stage !== 'lost';
    // Chooses the note here, in the order of the leads, because a repeated Idempotency-Key needs the same note.
    const followUp = { call: random.pick(calls), due: chooseFollowUp(random) };
    return limiter.run('', async () => {
      await move(client, id, stage, `lead ${index}`, sale, random);
      if (isWorkedOn && index % followUpEvery === 0) await planFollowUp(client, id, `lead ${index}`, followUp);
    });
  });
  await Promise.all(moves);
}
