import { type ListingPrice, sources } from '@plotline/pipeline/leads/model/lead';
import { computeScore, type ScoreInputs } from '@plotline/pipeline/leads/model/score';
import { expect } from 'chai';

const now = new Date('2026-06-01T12:00:00.000Z');

function daysAgo(days: number): Date {
  return new Date(now.getTime() - days * 86_400_000);
}

function price(amount: number, currency = 'USD'): ListingPrice {
  return { id: `unit_${amount}_${currency}`, amount, currency };
}

function budget(max: number | null, min: number | null = null, currency: string | null = 'USD') {
  return { min, max, currency };
}

/** Values of each input from the least to the most promising. */
const ladders = {
  source: [...sources].sort(
    (one, other) => computeScore(lead({ source: one }), now) - computeScore(lead({ source: other }), now),
  ),
  budget: [null, budget(0), budget(74), budget(75), budget(89), budget(90), budget(99), budget(100), budget(5_000)],
  listing_prices: [
    [],
    [price(100, 'EUR')],
    [price(1_000), price(100, 'EUR')],
    [price(1_000), price(100)],
    [price(1_000), price(100), price(1)],
  ],
  timeline: [null, '999_months', '13_months', '12_months', '7_months', '6_months', '4_months', '3_months', '1_months'],
  phone: [null, '+351 910 000 001'],
  name: ['Maria', 'Maria Silva'],
  last_contacted: [null, daysAgo(400), daysAgo(91), daysAgo(90), daysAgo(30), daysAgo(8), daysAgo(7), daysAgo(0)],
} as const;

function lead(inputs: Partial<ScoreInputs>): ScoreInputs {
  return {
    name: 'Maria',
    phone: null,
    source: 'website',
    budget: null,
    listing_prices: [],
    timeline: null,
    last_contacted: null,
    ...inputs,
  };
}

type Input = keyof typeof ladders;
const inputNames: readonly Input[] = [
  'source',
  'budget',
  'listing_prices',
  'timeline',
  'phone',
  'name',
  'last_contacted',
];

/** Generates every combination of the ladders' values. */
function* combinations(): Generator<ScoreInputs> {
  const sizes = inputNames.map((name) => ladders[name].length);
  const count = sizes.reduce((product, size) => product * size, 1);
  for (let number = 0; number < count; number += 1) {
    let rest = number;
    const fields: Record<string, unknown> = {};
    for (const [place, name] of inputNames.entries()) {
      const size = sizes[place] ?? 1;
      fields[name] = ladders[name][rest % size];
      rest = Math.floor(rest / size);
    }
    yield lead(fields);
  }
}

describe('computeScore', () => {
  it('is a whole number from 0 to 100, and the same each time, for all combinations of inputs', () => {
    let highest = 0;
    for (const inputs of combinations()) {
      const value = computeScore(inputs, now);
      if (!Number.isInteger(value) || value < 0 || value > 100) expect.fail(`${value} for ${JSON.stringify(inputs)}`);
      if (computeScore(structuredClone(inputs), now) !== value)
        expect.fail(`not the same for ${JSON.stringify(inputs)}`);
      highest = Math.max(highest, value);
    }
    expect(highest).to.equal(100);
  });

  for (const name of inputNames) {
    it(`never falls when only ${name} improves`, () => {
      const values: readonly unknown[] = ladders[name];
      for (const inputs of combinations()) {
        const place = values.indexOf(inputs[name]);
        if (place === 0) continue;
        const lesser = { ...inputs, [name]: values[place - 1] };
        if (computeScore(lesser, now) > computeScore(inputs, now)) {
          expect.fail(`${JSON.stringify(lesser)} scores above ${JSON.stringify(inputs)}`);
        }
      }
    });

    it(`depends on ${name}`, () => {
      const values: readonly unknown[] = ladders[name];
      const base = lead({ budget: budget(500), listing_prices: [price(1_000)] });
      const first = computeScore({ ...base, [name]: values[0] }, now);
      expect(computeScore({ ...base, [name]: values.at(-1) }, now)).to.be.greaterThan(first);
    });
  }

  const cases: readonly (readonly [string, Partial<ScoreInputs>, number])[] = [
    ['a bare lead from the web', {}, 14],
    ['a budget without bounds', { budget: budget(null) }, 14],
    ['a budget and nothing to measure it against', { budget: budget(100) }, 24],
    ['a budget in another currency than the price', { budget: budget(100), listing_prices: [price(50, 'EUR')] }, 24],
    ['a budget without a currency', { budget: budget(100, null, null), listing_prices: [price(50, 'EUR')] }, 44],
    ['a lower bound alone', { budget: budget(null, 100), listing_prices: [price(100)] }, 44],
    [
      'a budget that meets the cheapest of several',
      { budget: budget(100), listing_prices: [price(500), price(100)] },
      44,
    ],
    ['a contact in the future', { last_contacted: daysAgo(-3) }, 29],
  ];
  for (const [what, inputs, expected] of cases) {
    it(`is ${expected} for ${what}`, () => expect(computeScore(lead(inputs), now)).to.equal(expected));
  }
});
