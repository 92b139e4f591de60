import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import type { Lead, Stage } from '../domain/lead.js';
import { moveLead } from '../domain/move.js';
import { changeLead } from '../sales/change-lead.js';
import { leadAnswer } from './lead-answer.js';
import { type RemarkBody, remarkOf } from './remark.js';

interface Body extends RemarkBody {
  readonly stage: Stage;
}

/** POST /v1/leads/:id/stage */
export function moveStage(context: Context): Handler<Body> {
  const { leads } = context;
  return async (call) => {
    const { path, body } = call;
    const remark = remarkOf(body);
    const decide = (before: Lead, now: Date) => {
      const record = moveLead(before, body.stage, remark.reason, now);
      return { record, entries: leads.entries(before, record, remark) };
    };
    return (await changeLead(context, call, path('id'), decide, leadAnswer)).answer;
  };
}
