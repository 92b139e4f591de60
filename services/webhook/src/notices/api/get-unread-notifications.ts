import { ok } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { toReader } from '../model/notice.js';

/** Highest number that is counted. */
const maxCount = 100;

/** Returns the number of unread notices, and the time up to which the caller has read them. */
export async function answerUnread({ notices }: Context, caller: Caller, read_until: Date | null) {
  return ok({ count: await notices.countSince(caller, toReader(caller), read_until, maxCount), read_until });
}

/** GET /v1/notifications/unread */
export function getUnreadNotifications(context: Context): Handler {
  return async ({ caller }) => answerUnread(context, caller, await context.noticeReads.find(caller, caller.actor.id));
}
