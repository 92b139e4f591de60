import type { Caller } from '@plotline/kit/core/caller';
import { callInBatches, type Peer } from '@plotline/kit/rpc/client';
import { HoldsServiceService, type OpenHold } from '@plotline/protos/plotline/inventory/v1/holds';

/** Holds on units, which inventory manages. A hold is open while it is active or queued. */
export interface Holds {
  /** Returns the open holds of leads, oldest first. */
  listOpen(caller: Caller, leadIds: readonly string[]): Promise<readonly OpenHold[]>;
  /** Ends the open holds of a lead. The event about the lead has the same effect later. */
  end(caller: Caller, lead: LostLead): Promise<void>;
  /** Moves the holds of a merged lead to the survivor. The event `lead.merged` has the same effect later. */
  move(caller: Caller, leads: { readonly mergedId: string; readonly survivorId: string }): Promise<void>;
}

/** Lead whose holds must end, because it was lost or deleted. */
export interface LostLead {
  readonly id: string;
  /** Version in which the lead was lost. 0 for a deleted lead. */
  readonly version: number;
  readonly reason: 'lost' | 'deleted';
}

/** Creates a gRPC client for holds. */
export function createHoldsClient(peer: Peer): Holds {
  return {
    listOpen: (caller, all) =>
      callInBatches(all, async (lead_ids) => {
        const { holds } = await peer.call(HoldsServiceService.listOpenHolds, { lead_ids }, { caller });
        return holds;
      }),
    end: async (caller, { id, version, reason }) => {
      const request = { lead_id: id, lead_version: version, reason };
      await peer.call(HoldsServiceService.endHoldsOfLead, request, { caller });
    },
    move: async (caller, { mergedId, survivorId }) => {
      const request = { merged_id: mergedId, survivor_id: survivorId };
      await peer.call(HoldsServiceService.moveHoldsOfLead, request, { caller });
    },
  };
}
