import { noContent } from '@plotline/kit/core/answer';
import { notFound } from '@plotline/kit/core/errors';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { canView } from '../model/visibility.js';

/** DELETE /v1/units/:id */
export function deleteUnit(context: Context): Handler {
  return async (call) => {
    const allowed = await context.visibilityOf(call.caller);
    await context.unitRemovals.removeOne(call, call.path('id'), (unit) => {
      if (!canView(allowed, unit)) throw notFound();
      assertIfMatch(call.header, unit);
    });
    return noContent();
  };
}
