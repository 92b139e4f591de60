import { type Answer, ok, versioned } from '@plotline/kit/http/answer';
import type { Context } from '../context.js';
import type { Deal } from '../domain/deal.js';
import type { Lead } from '../domain/lead.js';
import { dealJson } from './deal-json.js';

/** A won lead with its deal, and the answer that tells of both. */
export interface Won {
  readonly lead: Lead;
  readonly deal: Deal;
  /** 200 with the full lead and its deal. */
  readonly answer: Answer;
}

export function toWon({ leads }: Pick<Context, 'leads'>, lead: Lead, deal: Deal): Won {
  return { lead, deal, answer: versioned(ok({ ...leads.json(lead), deal: dealJson(deal) }), lead.version) };
}
