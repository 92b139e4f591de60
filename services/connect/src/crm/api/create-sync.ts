import { conflict } from '@plotline/kit/core/errors';
import type { Handler } from '@plotline/kit/http/handler';
import { answerJob } from '@plotline/kit/tasks/job';
import type { Context } from '../../context.js';
import { newSync } from '../model/sync.js';
import { findCrmConnection } from './find-crm-connection.js';
import { toSyncJson } from './sync-json.js';

/** POST /v1/connections/:id/syncs. A connection has one open synchronization at a time. */
export function createSync(context: Context): Handler {
  const { syncs } = context;
  return async (call) => {
    const { connection } = await findCrmConnection(context, call.caller, call.path('id'));
    if (connection.status !== 'active') {
      const message = 'The connection is not active. Enable it first.';
      throw conflict(message, 'connection_inactive', { connection_id: connection.id });
    }
    const query = { page: 1, per_page: 1, sort: 'created_at', order: 'desc', status: ['queued', 'running'] } as const;
    const [open] = (await syncs.list(call.caller, query, { resource: connection.id })).records;
    if (open) throw conflict('The leads are being sent already.', 'sync_in_progress', { sync_id: open.id });
    const job = { resource: connection.id, input: { connection_id: connection.id }, ...newSync };
    const { answer } = await syncs.create(call, job, (created) => answerJob(202, created, toSyncJson(created)));
    return answer;
  };
}
