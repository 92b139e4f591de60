import { type Answer, ok } from '@plotline/kit/http/answer';
import { dealJson } from '../http/deal-json.js';
import { leadJson } from '../http/lead-json.js';
import type { Won } from './find-won.js';

/** 200 with the full lead and its deal. */
export function wonAnswer({ lead, deal }: Won): Answer {
  return ok({ ...leadJson(lead), deal: dealJson(deal) });
}
