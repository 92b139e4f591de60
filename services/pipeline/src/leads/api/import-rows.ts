import { createImportRows } from '@plotline/kit/imports/import-rows';
import { createRowChecks } from '@plotline/kit/imports/row-check';
import type { RpcHandler } from '@plotline/kit/rpc/server';
import {
  ImportOutcome,
  type ImportRowsRequest,
  type ImportRowsResponse,
} from '@plotline/protos/plotline/records/v1/records';
import type { Context } from '../../context.js';
import { createLeadImport } from './import-leads.js';

/** RecordsService.ImportRows */
export function importRows(context: Context, contract: URL): RpcHandler<ImportRowsRequest, ImportRowsResponse> {
  const checks = createRowChecks(contract);
  const importables = {
    leads: createLeadImport(context, { creation: checks('createLead'), change: checks('updateLead') }),
  };
  return createImportRows(context.runtime.idempotency, importables, ImportOutcome);
}
