import { page, selectFields } from '@plotline/kit/core/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { JobListQuery } from '@plotline/kit/tasks/job-queue';
import type { Context } from '../../context.js';
import { toResendJson } from './resend-json.js';

interface ResendQuery extends JobListQuery {
  readonly fields?: readonly string[];
}

/** GET /v1/webhooks/:id/resends */
export function listResends(context: Context): Handler<unknown, ResendQuery> {
  return async ({ caller, path, query }) => {
    const { id } = await context.webhooks.subscriptions.getExisting(caller, path('id'));
    const { records, info } = await context.resends.list(caller, query, { resource: id });
    return page(
      records.map((job) => selectFields(toResendJson(job), query.fields)),
      info,
    );
  };
}
