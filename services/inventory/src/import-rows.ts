import { createImportRows } from '@plotline/kit/imports/import-rows';
import { createRowChecks } from '@plotline/kit/imports/row-check';
import type { RpcHandler } from '@plotline/kit/rpc/server';
import {
  ImportOutcome,
  type ImportRowsRequest,
  type ImportRowsResponse,
} from '@plotline/protos/plotline/records/v1/records';
import type { Context } from './context.js';
import { createPropertyImport } from './properties/api/import-properties.js';
import { createUnitImport } from './units/api/import-units.js';

/** RecordsService.ImportRows */
export function importRows(context: Context, contract: URL): RpcHandler<ImportRowsRequest, ImportRowsResponse> {
  const checks = createRowChecks(contract);
  const importables = {
    units: createUnitImport(context, { creation: checks('createUnit'), change: checks('updateUnit') }),
    properties: createPropertyImport(context, { creation: checks('createProperty'), change: checks('updateProperty') }),
  };
  return createImportRows(context.runtime.idempotency, importables, ImportOutcome);
}
