import type { Caller } from '@plotline/kit/core/caller';
import type { Peer } from '@plotline/kit/rpc/client';
import {
  type ImportedRow,
  type ImportRowsRequest,
  RecordsServiceService,
} from '@plotline/protos/plotline/records/v1/records';

/** The services that own what can be imported. */
interface ImportingPeers {
  readonly inventory: Pick<Peer, 'call'>;
  readonly pipeline: Pick<Peer, 'call'>;
}

export interface RecordImporter {
  /** What became of the rows, in their order. The same rows of an import again give the same answer; none with `only_kept` when they were not imported. */
  importRows(caller: Caller, request: ImportRowsRequest): Promise<readonly ImportedRow[]>;
}

/** Imports over gRPC, by the services that own the records. */
export function createRecordImporter({ inventory, pipeline }: ImportingPeers): RecordImporter {
  return {
    importRows: async (caller, request) => {
      const owner = request.resource === 'leads' ? pipeline : inventory;
      const { rows } = await owner.call(RecordsServiceService.importRows, request, { caller });
      return rows;
    },
  };
}
