import { createImportRows } from '@plotline/kit/imports/import-rows';
import { createRemoveImported } from '@plotline/kit/imports/remove-imported';
import { createRowChecks } from '@plotline/kit/imports/row-check';
import { createReadRecords } from '@plotline/kit/rpc/read-records';
import type { RpcAdapter } from '@plotline/kit/rpc/server';
import { ImportOutcome, type RecordsServiceServer, RemovalOutcome } from '@plotline/protos/plotline/records/v1/records';
import type { Context } from './context.js';
import { addHoldNames } from './holds/api/hold-relations.js';
import { readHoldPage } from './holds/api/read-holds.js';
import { createPropertyImport } from './properties/api/import-properties.js';
import { readPropertyPage } from './properties/api/read-properties.js';
import { createPropertyUndo } from './properties/api/remove-imported-properties.js';
import { createUnitImport } from './units/api/import-units.js';
import { addUnitNames, readUnitPage } from './units/api/read-units.js';
import { createUnitRemoval } from './units/api/remove-imported-units.js';

/** Creates RecordsService. Other services use it to import and read properties and units, and to export holds. */
export function createRecordsService(context: Context, rpc: RpcAdapter, contract: URL): RecordsServiceServer {
  const { databases, idempotency } = context.runtime;
  const checks = createRowChecks(contract);
  const unitChecks = { creation: checks('createUnit'), change: checks('updateUnit') };
  const propertyChecks = { creation: checks('createProperty'), change: checks('updateProperty') };
  const importables = {
    units: createUnitImport(context, unitChecks),
    properties: createPropertyImport(context, propertyChecks),
  };
  const readables = {
    units: { list: 'listUnits', read: readUnitPage(context), addNames: addUnitNames(context) },
    properties: { list: 'listProperties', read: readPropertyPage(context) },
    holds: { list: 'listHolds', read: readHoldPage(context), addNames: addHoldNames(context) },
  };
  const removals = {
    units: createUnitRemoval(context, checks('deleteUnit')),
    properties: createPropertyUndo(context, checks('deleteProperty')),
  };
  return {
    importRows: rpc(createImportRows(idempotency, importables, ImportOutcome)),
    removeImported: rpc(createRemoveImported(removals, RemovalOutcome)),
    readRecords: rpc(createReadRecords(contract, databases, readables)),
  };
}
