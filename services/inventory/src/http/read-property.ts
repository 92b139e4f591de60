import { notFound } from '@plotline/kit/errors';
import { ok } from '@plotline/kit/http/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import { propertyJson } from './property-json.js';

/** GET /v1/properties/:id */
export function readProperty({ properties }: Context): Handler {
  return async ({ caller, path }) => {
    const found = await properties.get(caller, path('id'));
    if (!found) throw notFound();
    return ok(propertyJson(found.property, found.tally));
  };
}
