import { page, selectFields } from '@plotline/kit/core/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { Call } from '../../calls/model/call.js';
import type { CallQuery } from '../../calls/store/calls.js';
import type { Context } from '../../context.js';

interface FieldsQuery {
  readonly fields?: readonly string[];
}

/** Renders a call for the public API. */
export function toCallJson({ version: _version, error, subject, ...call }: Call) {
  return {
    ...call,
    error: error && { code: error.code, message: error.message },
    subject: subject && { type: subject.type, id: subject.id },
  };
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
