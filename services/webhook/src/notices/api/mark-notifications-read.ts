import { invalid } from '@plotline/kit/core/errors';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { answerUnread } from './get-unread-notifications.js';

/** POST /v1/notifications/read */
export function markNotificationsRead(context: Context): Handler<{ readonly until?: string | null }> {
  return async ({ caller, body }) => {
    const now = context.clock().getTime();
    const until = body.until ? Date.parse(body.until) : now;
    if (Number.isNaN(until)) throw invalid({ field: 'until', message: 'must be a valid date-time' });
    // Notices with a future time can't have been read.
    const marked = await context.noticeReads.mark(caller, caller.actor, new Date(Math.min(until, now)));
    return answerUnread(context, caller, marked);
  };
}
