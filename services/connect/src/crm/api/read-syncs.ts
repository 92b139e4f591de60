import { page, selectFields } from '@plotline/kit/core/answer';
import { notFound } from '@plotline/kit/core/errors';
import type { Call, Handler } from '@plotline/kit/http/handler';
import { answerJob, type Job } from '@plotline/kit/tasks/job';
import type { JobListQuery } from '@plotline/kit/tasks/job-queue';
import type { Context } from '../../context.js';
import type { SyncData } from '../model/sync.js';
import { toSyncJson } from './sync-json.js';

interface FieldsQuery {
  readonly fields?: readonly string[];
}

/** Returns the sync in the path. Rejects with NOT_FOUND if it doesn't exist or belongs to another connection. */
async function findSync(context: Context, { caller, path }: Pick<Call, 'caller' | 'path'>): Promise<Job<SyncData>> {
  const { id } = await context.connections.getExisting(caller, path('id'));
  const job = await context.syncs.get(caller, path('sync_id'));
  if (job?.resource !== id) throw notFound();
  return job;
}

/** GET /v1/connections/:id/syncs */
export function listSyncs({ connections, syncs }: Context): Handler<unknown, JobListQuery & FieldsQuery> {
  return async ({ caller, path, query }) => {
    const { id } = await connections.getExisting(caller, path('id'));
    const { records, info } = await syncs.list(caller, query, { resource: id });
    return page(
      records.map((job) => selectFields(toSyncJson(job), query.fields)),
      info,
    );
  };
}

/** GET /v1/connections/:id/syncs/:sync_id */
export function getSync(context: Context): Handler<unknown, FieldsQuery> {
  return async (call) => {
    const job = await findSync(context, call);
    return answerJob(200, job, selectFields(toSyncJson(job), call.query.fields));
  };
}

/** POST /v1/connections/:id/syncs/:sync_id/cancel */
export function cancelSync(context: Context): Handler {
  return async (call) => {
    const { id } = await findSync(context, call);
    const { answer } = await context.syncs.cancel(call, id, (job) => answerJob(200, job, toSyncJson(job)));
    return answer;
  };
}
