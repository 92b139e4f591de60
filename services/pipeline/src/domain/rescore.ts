import { isDeepStrictEqual } from 'node:util';
import type { Lead } from './lead.js';
import { type ScoreInputs, score } from './score.js';

function inputsOf({ name, phone, source, budget, listing_prices, timeline, last_contacted }: Lead): ScoreInputs {
  return { name, phone, source, budget, listing_prices, timeline, last_contacted };
}

/** The changed lead with a new score if what the score looks at has changed; time alone changes no score. */
export function rescore(before: Lead, after: Lead, now: Date): Lead {
  return isDeepStrictEqual(inputsOf(before), inputsOf(after)) ? after : { ...after, score: score(after, now) };
}
