import { ok } from '@plotline/kit/http/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import type { Lead, Stage } from '../domain/lead.js';
import { moveLead } from '../domain/move.js';
import { changeLead } from '../sales/change-lead.js';
import type { Remark } from '../store/lead-entries.js';
import { leadJson } from './lead-json.js';

interface Body extends Remark {
  readonly stage: Stage;
}

/** POST /v1/leads/:id/stage */
export function moveStage(context: Context): Handler<Body> {
  const { leads, clock } = context;
  return async ({ caller, path, body: { stage, ...remark } }) => {
    const decide = (before: Lead) => {
      const record = moveLead(before, stage, remark.reason, clock());
      return { record, entries: leads.entries(before, record, remark) };
    };
    const answer = (lead: Lead) => ok(leadJson(lead));
    return answer(await changeLead(context, caller, path('id'), decide, answer));
  };
}
