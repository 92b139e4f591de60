import type { Context } from '@plotline/pipeline/context';
import { expect } from 'chai';
import type { Fault } from '../../../../pipeline/support/fake-inventory.js';
import {
  addLead,
  dealsOf,
  move,
  SalesFixture,
  salesCaller,
  unitTerms,
  win,
} from '../../../../pipeline/support/sales-fixture.js';

/** Returns numbers below `bound` that the seed determines (mulberry32). */
function numbers(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

const faults: readonly Fault[] = ['crash-before', 'crash-after', 'silent-before', 'silent-after', 'late'];
const units = ['unit_1', 'unit_2', 'unit_3'];

function pick<T>(values: readonly T[], random: (bound: number) => number): T {
  const value = values[random(values.length)];
  if (value === undefined) throw new Error('There is nothing to pick from.');
  return value;
}

/**
 * Runs rounds of three simultaneous steps. Each step is a sale or a move, through either replica. Every third step has
 * a fault.
 */
async function runSeason(fixture: SalesFixture, replicas: readonly Context[], leads: readonly string[], seed: number) {
  const random = numbers(seed);
  const step = async () => {
    const context = pick(replicas, random);
    const lead = pick(leads, random);
    if (random(3) === 0) fixture.inventory.fail(pick(faults, random));
    if (random(3) === 0) await move(context, lead, pick(['viewing', 'lost'] as const, random));
    else await win(context, lead, { ...unitTerms, property_id: pick(units, random), value: 1 + random(2) });
  };
  for (let round = 0; round < 12; round += 1) {
    await Promise.allSettled([step(), step(), step()]);
    if (random(3) === 0) fixture.inventory.deliverLate();
  }
  fixture.inventory.deliverLate();
  fixture.inventory.heal();
}

async function expectConsistent(fixture: SalesFixture, context: Context, leads: readonly string[]): Promise<void> {
  const live = (await dealsOf(context)).filter(({ status }) => status === 'closed');
  for (const unit of units) {
    const deals = live.filter(({ unit_id }) => unit_id === unit).map(({ id }) => id);
    expect(deals, unit).to.deep.equal([fixture.inventory.dealOf(unit)].filter((id) => id !== null));
  }
  for (const id of leads) {
    const lead = await context.leads.get(salesCaller(), id);
    const own = live.filter(({ lead_id }) => lead_id === id).map((deal) => deal.id);
    expect(own).to.deep.equal(lead?.deal_id ? [lead.deal_id] : []);
  }
}

describe('sales and moves in any order, with any faults', () => {
  for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
    it(`leave exactly the units of active deals sold (seed ${seed})`, async () => {
      const fixture = new SalesFixture();
      try {
        const replicas = [await fixture.replica(), await fixture.replica()];
        const survivor = await fixture.replica();
        for (const unit of units) fixture.inventory.addUnit(unit);
        const leads: string[] = [];
        while (leads.length < 4) leads.push((await addLead(survivor)).id);
        await runSeason(fixture, replicas, leads, seed);
        await fixture.repair(survivor);
        await expectConsistent(fixture, survivor, leads);
      } finally {
        await fixture.stop();
      }
    });
  }
});
