import { page, selectFields } from '@plotline/kit/core/answer';
import type { Handler } from '@plotline/kit/http/handler';
import { toCallJson } from '../../calls/model/call-json.js';
import type { CallQuery } from '../../calls/store/calls.js';
import type { Context } from '../../context.js';

interface FieldsQuery {
  readonly fields?: readonly string[];
}

/** GET /v1/connections/:id/calls */
export function listCalls({ connections, calls }: Context): Handler<unknown, CallQuery & FieldsQuery> {
  return async ({ caller, path, query }) => {
    const connection = await connections.getExisting(caller, path('id'));
    const { records, info } = await calls.list(caller, connection.id, query);
    return page(
      records.map((call) => selectFields(toCallJson(call), query.fields)),
      info,
    );
  };
}
