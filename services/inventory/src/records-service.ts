import { createReadRecords, type ReadPage } from '@plotline/kit/rpc/read-records';
import type { RpcHandler } from '@plotline/kit/rpc/server';
import type { ReadRecordsRequest, ReadRecordsResponse } from '@plotline/protos/plotline/records/v1/records';
import type { Context } from './context.js';
import { toPropertyJson } from './properties/api/property-json.js';
import type { PropertyQuery } from './properties/store/property-collection.js';
import { toUnitJson } from './units/api/unit-json.js';
import type { UnitQuery } from './units/store/unit-collection.js';

function readUnits({ units, visibilityOf }: Context): ReadPage<UnitQuery> {
  return async (caller, query, page) => {
    const { records, total } = await units.walk(caller, query, await visibilityOf(caller), page);
    return { records: records.map(toUnitJson), total };
  };
}

function readProperties({ properties }: Context): ReadPage<PropertyQuery> {
  return async (caller, query, page) => {
    const { records, total } = await properties.walk(caller, query, page);
    return { records: records.map(({ property, counter }) => toPropertyJson(property, counter)), total };
  };
}

/** RecordsService.ReadRecords */
export function readRecords(context: Context): RpcHandler<ReadRecordsRequest, ReadRecordsResponse> {
  return createReadRecords(new URL('../openapi.yaml', import.meta.url), context.runtime.databases, {
    units: { list: 'listUnits', read: readUnits(context) },
    properties: { list: 'listProperties', read: readProperties(context) },
  });
}
