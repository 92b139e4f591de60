import { page, selectFields } from '@plotline/kit/core/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import type { Notice } from '../model/notice.js';
import type { NoticeQuery } from '../store/notices.js';
import { findReader } from './find-reader.js';

interface NotificationQuery extends NoticeQuery {
  readonly fields?: readonly string[];
}

/** Renders a notice for the public API. */
function toNoticeJson({ id, type, message, subject, data, created_at, updated_at }: Notice) {
  return { id, type, message, subject: { type: subject.type, id: subject.id }, data, created_at, updated_at };
}

/** GET /v1/notifications */
export function listNotifications(context: Context): Handler<unknown, NotificationQuery> {
  return async ({ caller, query }) => {
    const { records, info } = await context.notices.list(caller, await findReader(context, caller), query);
    return page(
      records.map((notice) => selectFields(toNoticeJson(notice), query.fields)),
      info,
    );
  };
}
