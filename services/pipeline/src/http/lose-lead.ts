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
  return async (call) => {
    const { path, body } = call;
    const remark = remarkOf(body);
    let isNews = true;
    const decide = (before: Lead, now: Date) => {
      const record = lose(before, body.reason, now);
      const entries = leads.entries(before, record, remark);
      isNews = entries.length > 0;
      return { record, entries };
    };
    const { answer } = await changeLead(context, call, path('id'), decide, leadAnswer);
    // A lead that was lost for this reason already stays as it is; what is said about it is kept all the same.
    const content = isNews ? '' : (remark.notes ?? '');
    if (content.trim() !== '') {
      await leads.addNote(call, path('id'), { content, type: 'note' }, (lead) => lead, answer);
    }
    return answer;
  };
}
