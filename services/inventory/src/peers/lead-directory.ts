import type { Caller } from '@plotline/kit/core/caller';
import { callInBatches, type Peer } from '@plotline/kit/rpc/client';
import { LeadsServiceService } from '@plotline/protos/plotline/pipeline/v1/leads';

/** Fields of a lead that this service needs. */
export interface LeadReference {
  readonly id: string;
  /** Version, as in the events of the lead. */
  readonly version: number;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly stage: string;
  readonly assigned_agent: string | null;
}

/** Leads, which belong to pipeline. */
export interface LeadDirectory {
  /** Returns the leads among the ids that exist, in no particular order. Makes no call without ids. */
  getLeads(caller: Caller, ids: readonly string[]): Promise<readonly LeadReference[]>;
}

/** Creates the directory of the pipeline service's leads. */
export function createLeadDirectory(pipeline: Peer): LeadDirectory {
  return {
    getLeads: (caller, all) =>
      callInBatches(all, async (ids) => {
        const { leads } = await pipeline.call(LeadsServiceService.getLeads, { ids }, { caller });
        return leads.map(({ phone = null, assigned_agent = null, ...lead }) => ({ ...lead, phone, assigned_agent }));
      }),
  };
}
