import { ok } from '@plotline/kit/http/answer';
import { assertMatches } from '@plotline/kit/http/etag';
import type { Handler } from '@plotline/kit/http/handler';
import { merge } from '@plotline/kit/merge';
import type { Context } from '../context.js';
import { editProperty, type PropertyPatch } from '../domain/property.js';
import { propertyJson } from './property-json.js';

/** PUT /v1/properties/:id */
export function updateProperty({ properties, clock }: Context): Handler<PropertyPatch> {
  return async ({ caller, path, body, header }) => {
    const now = clock();
    const changed = await properties.change(caller, path('id'), ({ property, tally }) => {
      assertMatches(header, propertyJson(property, tally));
      return editProperty(merge(property, body), now);
    });
    return ok(propertyJson(changed.property, changed.tally));
  };
}
