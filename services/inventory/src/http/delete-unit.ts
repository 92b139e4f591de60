import { notFound } from '@plotline/kit/errors';
import { noContent } from '@plotline/kit/http/answer';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import { sees } from '../domain/sight.js';

/** DELETE /v1/units/:id */
export function deleteUnit({ units, sightOf }: Context): Handler {
  return async (call) => {
    const sight = await sightOf(call.caller);
    await units.remove(call, call.path('id'), (unit) => {
      if (!sees(sight, unit)) throw notFound();
      assertIfMatch(call.header, unit);
    });
    return noContent();
  };
}
