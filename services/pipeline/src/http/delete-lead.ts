import { conflict } from '@plotline/kit/errors';
import { noContent } from '@plotline/kit/http/answer';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';

/** DELETE /v1/leads/:id */
export function deleteLead({ leads }: Context): Handler {
  return async (call) => {
    await leads.erase(call, call.path('id'), (lead) => {
      assertIfMatch(call.header, lead);
      if (lead.deal_id !== null) throw conflict('The lead has a live deal; move it away from won first.');
    });
    return noContent();
  };
}
