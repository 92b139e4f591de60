import { noContent } from '@plotline/kit/core/answer';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';

/** DELETE /v1/connections/:id. From then on, the connection's hook address answers 404. */
export function deleteConnection({ connections }: Context): Handler {
  return async (call) => {
    await connections.delete(call, call.path('id'), (connection) => assertIfMatch(call.header, connection));
    return noContent();
  };
}
