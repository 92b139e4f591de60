import type { Caller } from '@plotline/kit/core/caller';
import { callInBatches, type Peer } from '@plotline/kit/rpc/client';
import { LeadsServiceService } from '@plotline/protos/plotline/pipeline/v1/leads';

/** Fields of a lead that this service needs. */
export interface LeadReference {
  readonly id: string;
  /** Version of the lead, as in its events. */
  readonly version: number;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly stage: string;
  readonly assigned_agent: string | null;
}

/** Leads, which the pipeline service owns. */
export interface LeadDirectory {
  /** Returns the leads with the given ids that exist, in no particular order. Makes no call if there are no ids. */
  getLeads(caller: Caller, ids: readonly string[]): Promise<readonly LeadReference[]>;
}

/** Creates the directory of leads, which the pipeline service owns. */
export function createLeadDirectory(pipeline: Peer): LeadDirectory {
  return {
    getLeads: (caller, all) =>
      callInBatches(all, async (ids) => {
        const { leads } = await pipeline.call(LeadsServiceService.getLeads, { ids }, { caller });
        return leads.map(({ phone = null, assigned_agent = null, ...lead }) => ({ ...lead, phone, assigned_agent }));
      }),
  };
}
