import { ok } from '@plotline/kit/core/answer';
import { notFound } from '@plotline/kit/core/errors';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { toLeadJson } from '../model/lead-json.js';

/** GET /v1/leads/:id/duplicates */
export function listLeadDuplicates({ leads }: Context): Handler {
  return async ({ caller, path }) => {
    const lead = await leads.get(caller, path('id'));
    if (!lead) throw notFound();
    return ok((await leads.listDuplicates(caller, lead)).map(toLeadJson));
  };
}
