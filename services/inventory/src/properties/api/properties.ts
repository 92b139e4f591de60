import { created, ok, page, selectFields, withVersion } from '@plotline/kit/core/answer';
import { notFound } from '@plotline/kit/core/errors';
import { newId } from '@plotline/kit/core/ids';
import { merge } from '@plotline/kit/core/merge';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { zeroCounter } from '../../units/model/unit-counter.js';
import * as domain from '../model/property.js';
import type { CountedProperty } from '../store/properties.js';
import type { PropertyQuery } from '../store/property-collection.js';
import { propertyFields, propertySummaryFields, toPropertyJson, toPropertySummaryJson } from './property-json.js';

interface FieldsQuery {
  readonly fields?: readonly string[];
}

/** GET /v1/properties */
export function listProperties({ properties }: Context): Handler<unknown, PropertyQuery & FieldsQuery> {
  return async ({ caller, query }) => {
    const { fields, ...conditions } = query;
    if (fields) {
      const { records, info } = await properties.list(caller, conditions, propertyFields);
      const json = records.map(({ property, counter }) => selectFields(toPropertyJson(property, counter), fields));
      return page(json, info);
    }
    const { records, info } = await properties.list(caller, conditions, propertySummaryFields);
    const json = records.map(({ property, counter }) => toPropertySummaryJson(property, counter));
    return page(json, info);
  };
}

/** GET /v1/properties/:id */
export function getProperty({ properties }: Context): Handler<unknown, FieldsQuery> {
  return async ({ caller, path, query }) => {
    const found = await properties.get(caller, path('id'));
    if (!found) throw notFound();
    const { property, counter } = found;
    return withVersion(ok(selectFields(toPropertyJson(property, counter), query.fields)), property.version);
  };
}

/** POST /v1/properties */
export function createProperty({ properties, clock }: Context): InspectingHandler {
  const handle: Handler<domain.PropertyDraft> = async (call) => {
    const options = { now: clock(), currency: call.caller.currency };
    const property = domain.createProperty(call.body, newId('prop'), options);
    const answer = withVersion(created(toPropertyJson(property, zeroCounter)), property.version);
    await properties.add(call, property, answer);
    return answer;
  };
  const inspect = async ({ caller, body }: Call<Partial<domain.PropertyDraft>>) => [
    ...domain.findPropertyFaults(body),
    ...domain.findPriceAmountFaults(body, caller),
  ];
  return { handle, inspect };
}

/** PUT /v1/properties/:id */
export function updateProperty({ properties }: Context): InspectingHandler {
  const handle: Handler<domain.PropertyPatch> = async (call) => {
    const { currency } = call.caller;
    const decide = (before: domain.Property, now: Date) => {
      assertIfMatch(call.header, before);
      return domain.editProperty(merge(before, call.body), { now, currency, known: before }, call.body);
    };
    const toAnswer = ({ property, counter }: CountedProperty) =>
      withVersion(ok(toPropertyJson(property, counter)), property.version);
    return (await properties.change(call, call.path('id'), decide, toAnswer)).answer;
  };
  const inspect = async ({ caller, path, body }: Call<domain.PropertyPatch>) => {
    const [known] = await properties.getMany(caller, [path('id')]);
    if (!known) return [];
    const merged = merge(known, body);
    const { currency } = caller;
    return [...domain.findPropertyFaults(merged, body), ...domain.findPriceAmountFaults(merged, { currency, known })];
  };
  return { handle, inspect };
}

/** DELETE /v1/properties/:id */
export function deleteProperty({ properties }: Context): Handler {
  return async (call) => {
    const id = call.path('id');
    await properties.remove(call, id, (property) => assertIfMatch(call.header, property));
    return ok({ id, deleted: true });
  };
}
