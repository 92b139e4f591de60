import { ok } from '@plotline/kit/http/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import type { Lead, LossReason } from '../domain/lead.js';
import { loseLead as lose } from '../domain/move.js';
import { changeLead } from '../sales/change-lead.js';
import { leadJson } from './lead-json.js';

interface Body {
  readonly reason: LossReason;
  readonly notes?: string;
}

/** POST /v1/leads/:id/lost */
export function loseLead(context: Context): Handler<Body> {
  const { leads, clock } = context;
  return async ({ caller, path, body }) => {
    const decide = (before: Lead) => {
      const record = lose(before, body.reason, clock());
      return { record, entries: leads.entries(before, record, body) };
    };
    const answer = (lead: Lead) => ok(leadJson(lead));
    return answer(await changeLead(context, caller, path('id'), decide, answer));
  };
}
