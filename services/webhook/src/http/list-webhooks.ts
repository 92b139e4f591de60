import { page } from '@plotline/kit/http/answer';
import { selectFields } from '@plotline/kit/http/fields';
import type { Handler } from '@plotline/kit/http/handler';
import type { ListQuery } from '@plotline/kit/mongo/list';
import type { Context } from '../context.js';
import { showWebhooks } from './show-webhooks.js';

interface Query extends ListQuery {
  readonly fields?: readonly string[];
}

const summary = ['id', 'url', 'events', 'active', 'last_triggered', 'created_at', 'updated_at'] as const;

/** GET /v1/webhooks */
export function listWebhooks(context: Context): Handler<unknown, Query> {
  return async ({ caller, query }) => {
    const { records, info } = await context.subscriptions.list(caller, query);
    const shown = await showWebhooks(context, caller, records);
    return page(
      shown.map((webhook) => selectFields(webhook, query.fields ?? summary)),
      info,
    );
  };
}
