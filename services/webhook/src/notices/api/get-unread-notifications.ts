import { ok } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { findReader } from './find-reader.js';

/** Maximum number of notices that are counted. */
const maxCount = 100;

/** Returns the number of unread notices, and the time up to which the caller has read them. */
export async function answerUnread(context: Context, caller: Caller, read_until: Date | null) {
  const reader = await findReader(context, caller);
  return ok({ count: await context.notices.countSince(caller, reader, read_until, maxCount), read_until });
}

/** GET /v1/notifications/unread */
export function getUnreadNotifications(context: Context): Handler {
  return async ({ caller }) => answerUnread(context, caller, await context.noticeReads.find(caller, caller.actor.id));
}
