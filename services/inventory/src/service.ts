import type { FindByExternalId } from '@plotline/kit/http/handler';
import { getByExternalId } from '@plotline/kit/http/service-server';
import { correctCounters } from '@plotline/kit/ops/rebuilds/rebuild-derived';
import { type MaintenanceOptions, withMaintenance } from '@plotline/kit/ops/rebuilds/run-rebuilds';
import { createGetRecord } from '@plotline/kit/rpc/get-record';
import { createRpcAdapter } from '@plotline/kit/rpc/server';
import type { Service } from '@plotline/kit/service/service';
import { DepositsServiceService } from '@plotline/protos/plotline/inventory/v1/deposits';
import { HoldsServiceService } from '@plotline/protos/plotline/inventory/v1/holds';
import { type ListingsServiceServer, ListingsServiceService } from '@plotline/protos/plotline/inventory/v1/listings';
import { RecordDetailsServiceService } from '@plotline/protos/plotline/records/v1/details';
import { RecordsServiceService } from '@plotline/protos/plotline/records/v1/records';
import { UsageServiceService } from '@plotline/protos/plotline/usage/v1/usage';
import type { Context } from './context.js';
import { getUsage } from './get-usage.js';
import { createHold } from './holds/api/create-hold.js';
import { createDepositsService } from './holds/api/deposits.js';
import { getAnalyticsHolds } from './holds/api/hold-analytics.js';
import { createHoldsService } from './holds/api/holds-of-leads.js';
import { getHold, listHolds, readHold } from './holds/api/read-holds.js';
import { transferHold } from './holds/api/transfer-hold.js';
import { deleteDeposit, extend, payDeposit, release, updateHold } from './holds/api/update-hold.js';
import { createLeadConsumer } from './holds/work/follow-leads.js';
import { createHoldExpiry } from './holds/work/hold-expiry.js';
import { registerHoldMetrics } from './holds/work/hold-metrics.js';
import { createHoldReassignment, createHoldReassignmentConsumer } from './holds/work/reassign-holds.js';
import { deleteMilestone } from './milestones/api/delete-milestone.js';
import { listMilestones } from './milestones/api/list-milestones.js';
import { reachMilestone } from './milestones/api/reach-milestone.js';
import { createMilestoneRemoval } from './milestones/work/milestone-removal.js';
import { createProperty } from './properties/api/create-property.js';
import { deleteProperty } from './properties/api/delete-property.js';
import { findListings } from './properties/api/find-listings.js';
import { getListings } from './properties/api/get-listings.js';
import { getProgress } from './properties/api/get-progress.js';
import { getProperty, listProperties, readProperty } from './properties/api/read-properties.js';
import { updateProperty } from './properties/api/update-property.js';
import { createPropertyCounterSource } from './properties/store/counter-sources.js';
import { createPropertyRemoval } from './properties/work/property-removal.js';
import { createRebuilds } from './rebuilds.js';
import { createRecordsService } from './records-service.js';
import { rpcCallers } from './rpc-callers.js';
import { migrations } from './stores.js';
import { countUnits } from './units/api/count-units.js';
import { createUnit } from './units/api/create-unit.js';
import { createUnits } from './units/api/create-units.js';
import { deleteUnit } from './units/api/delete-unit.js';
import { getUnit, listPropertyUnits, listUnits, readUnit } from './units/api/read-units.js';
import { releaseUnit, sellUnit } from './units/api/sell-unit.js';
import { updateUnitStatuses } from './units/api/set-unit-status.js';
import { updateUnit } from './units/api/update-unit.js';

/** Registers the endpoints, RPCs and workers of this service. */
export function createService(context: Context): Service {
  const findProperty: FindByExternalId = async (tenant, externalId) =>
    (await context.properties.findByExternalIds(tenant, [externalId]))[0]?.id ?? null;
  const findUnit: FindByExternalId = async (tenant, externalId) =>
    (await context.units.findByExternalIds(tenant, [externalId]))[0]?.id ?? null;
  const rpc = createRpcAdapter({ ...context.runtime, callers: rpcCallers });
  const listings: ListingsServiceServer = {
    getListings: rpc(getListings(context)),
    findListings: rpc(findListings(context)),
    sellUnit: rpc(sellUnit(context)),
    releaseUnit: rpc(releaseUnit(context)),
    countUnits: rpc(countUnits(context)),
    getProgress: rpc(getProgress(context)),
  };
  const details = { units: readUnit(context), properties: readProperty(context), holds: readHold(context) };
  registerHoldMetrics(context.runtime, context.holds);
  const contract = new URL('../openapi.yaml', import.meta.url);
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
      listMilestones: listMilestones(context),
      reachMilestone: reachMilestone(context),
      deleteMilestone: deleteMilestone(context),
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
      listHolds: listHolds(context),
      createHold: createHold(context),
      getHold: getHold(context),
      updateHold: updateHold(context),
      extendHold: extend(context),
      releaseHold: release(context),
      transferHold: transferHold(context),
      payHoldDeposit: payDeposit(context),
      deleteHoldDeposit: deleteDeposit(context),
      getAnalyticsHolds: getAnalyticsHolds(context),
    },
    rpc: [
      [ListingsServiceService, listings],
      [HoldsServiceService, createHoldsService(context, rpc)],
      [DepositsServiceService, createDepositsService(context, rpc)],
      [RecordDetailsServiceService, { getRecord: rpc(createGetRecord(details)) }],
      [RecordsServiceService, createRecordsService(context, rpc, contract)],
      [UsageServiceService, { getUsage: rpc(getUsage(context)) }],
    ],
    consumers: [createLeadConsumer(context), createHoldReassignmentConsumer(context)],
    workers: [
      createPropertyRemoval(context),
      createMilestoneRemoval(context),
      createHoldExpiry(context),
      createHoldReassignment(context),
    ],
  });
}
