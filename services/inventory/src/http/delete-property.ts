import { ok } from '@plotline/kit/http/answer';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';

/** DELETE /v1/properties/:id */
export function deleteProperty({ properties }: Context): Handler {
  return async ({ caller, path, header }) => {
    const id = path('id');
    await properties.remove(caller, id, (property) => assertIfMatch(header, property));
    return ok({ id, deleted: true });
  };
}
