import { type Answer, ok, versioned } from '@plotline/kit/http/answer';
import type { Context } from '../context.js';
import { dealJson } from './deal-json.js';
import type { Won } from './find-won.js';

/** 200 with the full lead and its deal. */
export function wonAnswer({ leads }: Pick<Context, 'leads'>, { lead, deal }: Won): Answer {
  return versioned(ok({ ...leads.json(lead), deal: dealJson(deal) }), lead.version);
}
