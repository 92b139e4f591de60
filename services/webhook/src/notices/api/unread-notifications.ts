import { ok } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import { invalid } from '@plotline/kit/core/errors';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { toReader } from '../model/notice.js';

/** More than this are not counted. */
const maxCount = 100;

async function countUnread({ notices }: Context, caller: Caller, read_until: Date | null) {
  return ok({ count: await notices.countSince(caller, toReader(caller), read_until, maxCount), read_until });
}

/** GET /v1/notifications/unread */
export function getUnreadNotifications(context: Context): Handler {
  return async ({ caller }) => countUnread(context, caller, await context.noticeReads.find(caller, caller.actor.id));
}

/** POST /v1/notifications/read */
export function markNotificationsRead(context: Context): Handler<{ readonly until?: string | null }> {
  return async ({ caller, body }) => {
    const now = context.clock().getTime();
    const until = body.until ? Date.parse(body.until) : now;
    if (Number.isNaN(until)) throw invalid({ field: 'until', message: 'must be a valid date-time' });
    // A notification that comes later than now can't have been read.
    const marked = await context.noticeReads.mark(caller, caller.actor.id, new Date(Math.min(until, now)));
    return countUnread(context, caller, marked);
  };
}
