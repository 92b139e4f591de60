import { getByExternalId } from '@plotline/kit/http/by-external-id';
import type { FindByExternalId } from '@plotline/kit/http/handler';
import { correctCounters } from '@plotline/kit/ops/rebuilds/rebuild-counters';
import { type MaintenanceOptions, withMaintenance } from '@plotline/kit/ops/rebuilds/with-maintenance';
import { createRpcAdapter } from '@plotline/kit/rpc/server';
import type { Service } from '@plotline/kit/service/service';
import { type ListingsServiceServer, ListingsServiceService } from '@plotline/protos/plotline/inventory/v1/listings';
import { type RecordsServiceServer, RecordsServiceService } from '@plotline/protos/plotline/records/v1/records';
import type { Context } from './context.js';
import { createUnits } from './http/create-units.js';
import { createProperty, deleteProperty, getProperty, listProperties, updateProperty } from './http/properties.js';
import { getUnit, listPropertyUnits, listUnits } from './http/read-units.js';
import { updateUnitStatuses } from './http/set-unit-status.js';
import { createUnit, deleteUnit, updateUnit } from './http/write-unit.js';
import { createRebuilds } from './rebuilds.js';
import { countUnits, getListings } from './rpc/get-listings.js';
import { importRows } from './rpc/import-rows.js';
import { readRecords } from './rpc/read-records.js';
import { rpcCallers } from './rpc/rpc-callers.js';
import { releaseUnit, sellUnit } from './rpc/sell-unit.js';
import { createPropertyCounterSource } from './store/counter-sources.js';
import { migrations } from './stores.js';
import { createPropertyRemoval } from './workers/property-removal.js';

/** Registers the endpoints, RPCs and workers of this service. */
export function createService(context: Context): Service {
  const findProperty: FindByExternalId = async (tenant, externalId) =>
    (await context.properties.findByExternalIds(tenant, [externalId]))[0]?.id ?? null;
  const findUnit: FindByExternalId = async (tenant, externalId) =>
    (await context.units.findByExternalIds(tenant, [externalId]))[0]?.id ?? null;
  const rpc = createRpcAdapter({ ...context.runtime, callers: rpcCallers });
  const listings: ListingsServiceServer = {
    getListings: rpc(getListings(context)),
    sellUnit: rpc(sellUnit(context)),
    releaseUnit: rpc(releaseUnit(context)),
    countUnits: rpc(countUnits(context)),
  };
  const contract = new URL('../openapi.yaml', import.meta.url);
  const records: RecordsServiceServer = {
    importRows: rpc(importRows(context, contract)),
    readRecords: rpc(readRecords(context)),
  };
  const maintenance: MaintenanceOptions = {
    resets: context.sandboxResets,
    correct: async (tenant) => {
      await context.properties.removeOrphans(tenant);
      await correctCounters(context.runtime, createPropertyCounterSource(context), tenant);
    },
    rebuilds: createRebuilds(context.runtime, context),
  };
  return withMaintenance(context.runtime, maintenance, {
    contract,
    migrations,
    handlers: {
      listProperties: listProperties(context),
      createProperty: createProperty(context),
      getProperty: getProperty(context),
      updateProperty: updateProperty(context),
      getPropertyByExternalId: getByExternalId(findProperty, getProperty(context)),
      upsertPropertyByExternalId: { find: findProperty, create: 'createProperty', update: 'updateProperty' },
      deleteProperty: deleteProperty(context),
      listPropertyUnits: listPropertyUnits(context),
      listUnits: listUnits(context),
      createUnit: createUnit(context),
      createUnits: createUnits(context),
      getUnit: getUnit(context),
      updateUnit: updateUnit(context),
      getUnitByExternalId: getByExternalId(findUnit, getUnit(context)),
      upsertUnitByExternalId: { find: findUnit, create: 'createUnit', update: 'updateUnit' },
      deleteUnit: deleteUnit(context),
      updateUnitStatuses: updateUnitStatuses(context),
    },
    rpc: [
      [ListingsServiceService, listings],
      [RecordsServiceService, records],
    ],
    workers: [createPropertyRemoval(context)],
  });
}
