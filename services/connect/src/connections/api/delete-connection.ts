import { noContent } from '@plotline/kit/core/answer';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';

/** DELETE /v1/connections/:id. The address of its hook answers 404 from then on. */
export function deleteConnection({ connections }: Context): Handler {
  return async (call) => {
    await connections.delete(call, call.path('id'), (connection) => assertIfMatch(call.header, connection));
    return noContent();
  };
}
