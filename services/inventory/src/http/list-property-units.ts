import { notFound } from '@plotline/kit/errors';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import { answerUnits, type UnitListQuery } from './list-units.js';

/** GET /v1/properties/:id/units */
export function listPropertyUnits(context: Context): Handler<unknown, UnitListQuery> {
  return async ({ caller, path, query }) => {
    const [property] = await context.properties.getMany(caller, [path('id')]);
    if (!property) throw notFound();
    return answerUnits(context, caller, { ...query, property_id: property.id });
  };
}
