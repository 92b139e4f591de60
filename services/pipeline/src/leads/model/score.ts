import { isDeepStrictEqual } from 'node:util';
import type { Lead, ListingPrice, Source } from './lead.js';

/** Fields that the score depends on. */
export type ScoreInputs = Pick<
  Lead,
  'name' | 'phone' | 'source' | 'budget' | 'listing_prices' | 'timeline' | 'last_contacted'
>;

const sourcePoints: Readonly<Partial<Record<Source, number>>> = {
  referral: 20,
  walk_in: 18,
  website: 14,
  portal: 12,
  social: 8,
  api: 8,
  manual: 8,
};
/** Points for an unknown source, which another release of Plotline may store. */
const unknownSourcePoints = 8;

/** Returns the points of the first row whose limit is at least the value. */
function findPoints(value: number, rows: readonly (readonly [limit: number, points: number])[]): number {
  return rows.find(([limit]) => value <= limit)?.[1] ?? 0;
}

function getMaxSpending(budget: Lead['budget']): number | null {
  return budget?.max ?? budget?.min ?? null;
}

function findLowestPrice(prices: readonly ListingPrice[], currency: string | null): number | null {
  const amounts = prices.filter((price) => currency === null || price.currency === currency).map((one) => one.amount);
  return amounts.length > 0 ? Math.min(...amounts) : null;
}

function scoreBudget({ budget, listing_prices }: ScoreInputs): number {
  const money = getMaxSpending(budget);
  if (money === null) return 0;
  const price = findLowestPrice(listing_prices, budget?.currency ?? null);
  if (price === null || money < 0.75 * price) return 10;
  if (money < 0.9 * price) return 18;
  return money < price ? 24 : 30;
}

function scoreTimeline(timeline: string | null): number {
  if (timeline === null) return 0;
  const months = Number.parseInt(timeline, 10);
  return findPoints(months, [
    [1, 20],
    [3, 17],
    [6, 12],
    [12, 6],
    [Number.POSITIVE_INFINITY, 2],
  ]);
}

function scoreContactData({ name, phone }: ScoreInputs): number {
  return (phone ? 10 : 0) + (/\S\s+\S/.test(name) ? 5 : 0);
}

const dayMs = 86_400_000;

function scoreRecency(lastContacted: Date | null, now: Date): number {
  if (lastContacted === null) return 0;
  const days = (now.getTime() - lastContacted.getTime()) / dayMs;
  return findPoints(days, [
    [7, 15],
    [30, 10],
    [90, 5],
    [Number.POSITIVE_INFINITY, 2],
  ]);
}

/** Rates how promising a lead is, with a whole number from 0 to 100. The table is in design/score.md. */
export function computeScore(lead: ScoreInputs, now: Date): number {
  return (
    (sourcePoints[lead.source] ?? unknownSourcePoints) +
    scoreBudget(lead) +
    scoreTimeline(lead.timeline) +
    scoreContactData(lead) +
    scoreRecency(lead.last_contacted, now)
  );
}

function getInputs({ name, phone, source, budget, listing_prices, timeline, last_contacted }: Lead): ScoreInputs {
  return { name, phone, source, budget, listing_prices, timeline, last_contacted };
}

/**
 * Returns the changed lead. Computes a new score if one of the inputs has changed, and otherwise keeps the previous
 * score.
 */
export function rescore(before: Lead, after: Lead, now: Date): Lead {
  return isDeepStrictEqual(getInputs(before), getInputs(after)) ? after : { ...after, score: computeScore(after, now) };
}
