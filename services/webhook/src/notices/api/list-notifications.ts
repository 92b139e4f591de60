import { page, selectFields } from '@plotline/kit/core/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { toReader } from '../model/notice.js';
import type { NoticeQuery } from '../store/notices.js';
import { toNoticeJson } from './notice-json.js';

interface NotificationQuery extends NoticeQuery {
  readonly fields?: readonly string[];
}

/** GET /v1/notifications */
export function listNotifications({ notices }: Context): Handler<unknown, NotificationQuery> {
  return async ({ caller, query }) => {
    const { records, info } = await notices.list(caller, toReader(caller), query);
    return page(
      records.map((notice) => selectFields(toNoticeJson(notice), query.fields)),
      info,
    );
  };
}
