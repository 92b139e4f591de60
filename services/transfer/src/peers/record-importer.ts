import type { Caller } from '@plotline/kit/core/caller';
import type { ProblemDetail } from '@plotline/kit/core/errors';
import type { Peer } from '@plotline/kit/rpc/client';
import {
  type ImportedRow,
  type ImportRow,
  type ImportRowsRequest,
  RecordsServiceService,
} from '@plotline/protos/plotline/records/v1/records';

/** Returns a row to import. A row with errors is only checked, to find the errors in its other fields. */
export function toImportRow(number: number, record: string, faults: readonly ProblemDetail[]): ImportRow {
  const texts = faults.length > 0 ? { record: '', partial_record: record } : { record, partial_record: '' };
  return { number, ...texts, faults: [...faults] };
}

/** Services that own importable records. */
interface ImportingPeers {
  readonly inventory: Pick<Peer, 'call'>;
  readonly pipeline: Pick<Peer, 'call'>;
}

export interface RecordImporter {
  /**
   * Imports rows and returns their results, in order. Repeating the same rows of an import gives the same results. With
   * `only_kept`, imports nothing, and returns no results if the rows were not imported.
   */
  importRows(caller: Caller, request: ImportRowsRequest): Promise<readonly ImportedRow[]>;
}

/** Creates a client that imports over gRPC, through the services that own the records. */
export function createRecordImporter({ inventory, pipeline }: ImportingPeers): RecordImporter {
  return {
    importRows: async (caller, request) => {
      const owner = request.resource === 'leads' ? pipeline : inventory;
      const { rows } = await owner.call(RecordsServiceService.importRows, request, { caller });
      return rows;
    },
  };
}
