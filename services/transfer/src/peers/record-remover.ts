import type { Caller } from '@plotline/kit/core/caller';
import type { Peer } from '@plotline/kit/rpc/client';
import {
  RecordsServiceService,
  type RemovalOutcome,
  type RemoveImportedRequest,
} from '@plotline/protos/plotline/records/v1/records';

/** Services that own importable records. */
interface ImportingPeers {
  readonly inventory: Pick<Peer, 'call'>;
  readonly pipeline: Pick<Peer, 'call'>;
}

export interface RecordRemover {
  /**
   * Removes records that an import has created, if nobody has changed them. Returns an outcome for each record, in
   * order. A repeated call gives the same outcomes.
   */
  removeImported(caller: Caller, request: RemoveImportedRequest): Promise<readonly RemovalOutcome[]>;
}

/** Creates a client that removes over gRPC, through the services that own the records. */
export function createRecordRemover({ inventory, pipeline }: ImportingPeers): RecordRemover {
  return {
    removeImported: async (caller, request) => {
      const owner = request.resource === 'leads' ? pipeline : inventory;
      const { outcomes } = await owner.call(RecordsServiceService.removeImported, request, { caller });
      return outcomes;
    },
  };
}
