import { notFound } from '@plotline/kit/errors';
import { ok, versioned } from '@plotline/kit/http/answer';
import { selectFields } from '@plotline/kit/http/fields';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import { propertyJson } from './property-json.js';

interface Query {
  readonly fields?: readonly string[];
}

/** GET /v1/properties/:id */
export function readProperty({ properties }: Context): Handler<unknown, Query> {
  return async ({ caller, path, query }) => {
    const found = await properties.get(caller, path('id'));
    if (!found) throw notFound();
    const { property, tally } = found;
    return versioned(ok(selectFields(propertyJson(property, tally), query.fields)), property.version);
  };
}
