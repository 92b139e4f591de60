import { ok, versioned } from '@plotline/kit/http/answer';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import { merge } from '@plotline/kit/merge';
import type { Context } from '../context.js';
import { editProperty, type PropertyPatch, propertyFaults } from '../domain/property.js';
import { propertyJson } from './property-json.js';

/** PUT /v1/properties/:id */
export function updateProperty({ properties, clock }: Context): InspectingHandler {
  const handle: Handler<PropertyPatch> = async ({ caller, path, body, header }) => {
    const circumstances = { now: clock(), currency: caller.currency };
    const { property, tally } = await properties.change(caller, path('id'), (before) => {
      assertIfMatch(header, before);
      return editProperty(merge(before, body), circumstances);
    });
    return versioned(ok(propertyJson(property, tally)), property.version);
  };
  const inspect = async ({ caller, path, body }: Call<PropertyPatch>) => {
    const [before] = await properties.getMany(caller, [path('id')]);
    return before ? propertyFaults(merge(before, body)) : [];
  };
  return { handle, inspect };
}
