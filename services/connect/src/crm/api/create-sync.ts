import { conflict } from '@plotline/kit/core/errors';
import type { Handler } from '@plotline/kit/http/handler';
import { answerJob, type Job } from '@plotline/kit/tasks/job';
import type { Context } from '../../context.js';
import { newSync, type SyncData } from '../model/sync.js';
import { findCrmConnection } from './find-crm-connection.js';
import { toSyncJson } from './sync-json.js';

/** POST /v1/connections/:id/syncs. A connection can have one unfinished sync at a time. */
export function createSync(context: Context): Handler {
  const { syncs } = context;
  return async (call) => {
    const { connection } = await findCrmConnection(context, call.caller, call.path('id'));
    if (connection.status !== 'active') {
      const message = 'The connection is not active. Enable it first.';
      throw conflict(message, 'connection_inactive', { connection_id: connection.id });
    }
    const job = { resource: connection.id, input: { connection_id: connection.id }, ...newSync };
    const toAnswer = (created: Job<SyncData>) => answerJob(202, created, toSyncJson(created));
    // The queue's lock is held here, so only one of two concurrent requests finds no unfinished sync.
    const { answer } = await syncs.create(call, job, toAnswer, async (session, { id }) => {
      const filter = { resource: connection.id, status: { $in: ['queued', 'running'] }, _id: { $ne: id } };
      const [open] = await syncs.collection.in(call.caller).find(filter, { limit: 1, session });
      if (open) throw conflict('The leads are already being sent.', 'sync_in_progress', { sync_id: open.id });
    });
    return answer;
  };
}
