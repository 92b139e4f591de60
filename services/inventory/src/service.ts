import type { Service } from '@plotline/kit/process/service';
import { createRpcAdapter } from '@plotline/kit/rpc/server';
import { type ListingsServiceServer, ListingsServiceService } from '@plotline/protos/plotline/inventory/v1/listings';
import type { Context } from './context.js';
import { createProperty } from './http/create-property.js';
import { createUnit } from './http/create-unit.js';
import { createUnits } from './http/create-units.js';
import { deleteProperty } from './http/delete-property.js';
import { deleteUnit } from './http/delete-unit.js';
import { listProperties } from './http/list-properties.js';
import { listPropertyUnits } from './http/list-property-units.js';
import { listUnits } from './http/list-units.js';
import { readProperty } from './http/read-property.js';
import { readUnit } from './http/read-unit.js';
import { setUnitStatus } from './http/set-unit-status.js';
import { updateProperty } from './http/update-property.js';
import { updateUnit } from './http/update-unit.js';
import { countUnits } from './rpc/count-units.js';
import { getListings } from './rpc/get-listings.js';
import { releaseUnit } from './rpc/release-unit.js';
import { sellUnit } from './rpc/sell-unit.js';

/** Registers what this service answers. */
export function createService(context: Context): Service {
  const rpc = createRpcAdapter(context.runtime);
  const listings: ListingsServiceServer = {
    getListings: rpc(getListings(context)),
    sellUnit: rpc(sellUnit(context)),
    releaseUnit: rpc(releaseUnit(context)),
    countUnits: rpc(countUnits(context)),
  };
  return {
    contract: new URL('../openapi.yaml', import.meta.url),
    handlers: {
      listProperties: listProperties(context),
      createProperty: createProperty(context),
      readProperty: readProperty(context),
      updateProperty: updateProperty(context),
      deleteProperty: deleteProperty(context),
      listPropertyUnits: listPropertyUnits(context),
      listUnits: listUnits(context),
      createUnit: createUnit(context),
      createUnits: createUnits(context),
      readUnit: readUnit(context),
      updateUnit: updateUnit(context),
      deleteUnit: deleteUnit(context),
      setUnitStatus: setUnitStatus(context),
    },
    rpc: [[ListingsServiceService, listings]],
  };
}
