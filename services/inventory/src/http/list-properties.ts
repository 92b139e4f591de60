import { page } from '@plotline/kit/http/answer';
import { selectFields } from '@plotline/kit/http/fields';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import type { PropertyQuery } from '../store/property-query.js';
import { propertyJson, propertySummaryJson } from './property-json.js';

interface Query extends PropertyQuery {
  readonly fields?: readonly string[];
}

/** GET /v1/properties */
export function listProperties({ properties }: Context): Handler<unknown, Query> {
  return async ({ caller, query }) => {
    const { records, info } = await properties.list(caller, query);
    const json = records.map(({ property, tally }) =>
      query.fields ? selectFields(propertyJson(property, tally), query.fields) : propertySummaryJson(property, tally),
    );
    return page(json, info);
  };
}
