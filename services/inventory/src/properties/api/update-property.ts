import { ok, withVersion } from '@plotline/kit/core/answer';
import { merge } from '@plotline/kit/core/json-object';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import {
  editProperty,
  findPriceAmountFaults,
  findPropertyFaults,
  type Property,
  type PropertyPatch,
} from '../model/property.js';
import type { CountedProperty } from '../store/properties.js';
import { toPropertyJson } from './property-json.js';

/** PUT /v1/properties/:id */
export function updateProperty({ properties }: Context): InspectingHandler {
  const handle: Handler<PropertyPatch> = async (call) => {
    const { currency } = call.caller;
    const decide = (before: Property, now: Date) => {
      assertIfMatch(call.header, before);
      return editProperty(merge(before, call.body), { now, currency, known: before }, call.body);
    };
    const toAnswer = ({ property, counter }: CountedProperty) =>
      withVersion(ok(toPropertyJson(property, counter)), property.version);
    return (await properties.change(call, call.path('id'), decide, toAnswer)).answer;
  };
  const inspect = async ({ caller, path, body }: Call<PropertyPatch>) => {
    const [known] = await properties.getMany(caller, [path('id')]);
    if (!known) return [];
    const merged = merge(known, body);
    const { currency } = caller;
    return [...findPropertyFaults(merged, body), ...findPriceAmountFaults(merged, { currency, known })];
  };
  return { handle, inspect };
}
