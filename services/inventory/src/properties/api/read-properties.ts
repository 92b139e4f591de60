import { ok, page, selectFields, withVersion } from '@plotline/kit/core/answer';
import { notFound } from '@plotline/kit/core/errors';
import type { Handler } from '@plotline/kit/http/handler';
import type { ReadRecord } from '@plotline/kit/rpc/get-record';
import type { ReadPage } from '@plotline/kit/rpc/read-records';
import type { Context } from '../../context.js';
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

/** Reads a property for RecordDetailsService.GetRecord, in the form of the response to GET. */
export function readProperty({ properties }: Context): ReadRecord {
  return async (caller, id) => {
    const found = await properties.get(caller, id);
    return found && toPropertyJson(found.property, found.counter);
  };
}

/** Reads a page of properties for RecordsService.ReadRecords, in the form of the response to GET. */
export function readPropertyPage({ properties }: Context): ReadPage<PropertyQuery> {
  return async (caller, query, position) => {
    const { records, total } = await properties.walk(caller, query, position);
    return { records: records.map(({ property, counter }) => toPropertyJson(property, counter)), total };
  };
}
