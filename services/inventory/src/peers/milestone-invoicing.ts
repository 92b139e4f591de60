import type { Caller } from '@plotline/kit/core/caller';
import type { Peer } from '@plotline/kit/rpc/client';
import { MilestonesServiceService } from '@plotline/protos/plotline/pipeline/v1/milestones';
import type { Milestone } from '../milestones/model/milestone.js';

/** Invoicing in the pipeline service, which invoices instalments when a milestone is reached. */
export interface MilestoneInvoicing {
  /**
   * Ends invoicing by the milestone. Rejects with CONFLICT (reason `milestone_invoiced`) when it has caused the invoice
   * of an instalment of an active deal.
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
