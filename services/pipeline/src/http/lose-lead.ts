import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import type { Lead, LossReason } from '../domain/lead.js';
import { loseLead as lose } from '../domain/move.js';
import { changeLead } from '../sales/change-lead.js';
import { leadAnswer } from './lead-answer.js';
import { type RemarkBody, remarkOf } from './remark.js';

interface Body extends RemarkBody {
  readonly reason: LossReason;
}

/** POST /v1/leads/:id/lost */
export function loseLead(context: Context): Handler<Body> {
  const { leads } = context;
  return async ({ caller, path, body }) => {
    const decide = (before: Lead, now: Date) => {
      const record = lose(before, body.reason, now);
      return { record, entries: leads.entries(before, record, remarkOf(body)) };
    };
    return leadAnswer(await changeLead(context, caller, path('id'), decide, leadAnswer));
  };
}
