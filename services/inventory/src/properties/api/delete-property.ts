import { ok } from '@plotline/kit/core/answer';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';

/** DELETE /v1/properties/:id */
export function deleteProperty({ properties }: Context): Handler {
  return async (call) => {
    const id = call.path('id');
    await properties.remove(call, id, (property) => assertIfMatch(call.header, property));
    return ok({ id, deleted: true });
  };
}
