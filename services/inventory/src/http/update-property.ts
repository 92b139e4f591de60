import { ok, versioned } from '@plotline/kit/http/answer';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import { merge } from '@plotline/kit/merge';
import type { Context } from '../context.js';
import { editProperty, type Property, type PropertyPatch, propertyFaults } from '../domain/property.js';
import type { CountedProperty } from '../store/properties.js';
import { propertyJson } from './property-json.js';

/** PUT /v1/properties/:id */
export function updateProperty({ properties, clock }: Context): InspectingHandler {
  const handle: Handler<PropertyPatch> = async (call) => {
    const { caller, path, body, header } = call;
    const circumstances = { now: clock(), currency: caller.currency };
    const decide = (before: Property) => {
      assertIfMatch(header, before);
      return editProperty(merge(before, body), circumstances);
    };
    const toAnswer = ({ property, tally }: CountedProperty) =>
      versioned(ok(propertyJson(property, tally)), property.version);
    return (await properties.change(call, path('id'), decide, toAnswer)).answer;
  };
  const inspect = async ({ caller, path, body }: Call<PropertyPatch>) => {
    const [before] = await properties.getMany(caller, [path('id')]);
    return before ? propertyFaults(merge(before, body)) : [];
  };
  return { handle, inspect };
}
