import type { Caller } from '@plotline/kit/core/caller';
import type { Peer } from '@plotline/kit/rpc/client';
import { MilestonesServiceService } from '@plotline/protos/plotline/pipeline/v1/milestones';
import type { Milestone } from '../milestones/model/milestone.js';

/** Instalments of pipeline, which are invoiced when a milestone is reached. */
export interface MilestoneInvoicing {
  /**
   * Ends invoicing by the milestone. Rejects with CONFLICT (reason `milestone_invoiced`) when an instalment of a live
   * deal was invoiced by it.
   */
  withdraw(caller: Caller, milestone: Pick<Milestone, 'id' | 'property_id' | 'name'>): Promise<void>;
}

/** Creates a gRPC client for invoicing by milestones. */
export function createMilestoneInvoicing(pipeline: Peer): MilestoneInvoicing {
  return {
    withdraw: async (caller, { id, property_id, name }) => {
      const request = { milestone_id: id, property_id, name };
      await pipeline.call(MilestonesServiceService.withdrawMilestone, request, { caller });
    },
  };
}
