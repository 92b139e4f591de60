import type { Caller } from '@plotline/kit/core/caller';
import type { Peer } from '@plotline/kit/rpc/client';
import { LeadEmailsServiceService } from '@plotline/protos/plotline/pipeline/v1/lead_emails';

/** Status report of a sent email. */
export interface SentEmail {
  readonly id: string;
  readonly leadId: string;
  readonly status: 'sent' | 'delivered' | 'opened' | 'bounced' | 'failed' | 'unknown';
  readonly at: Date;
  readonly subject: string;
  readonly text: string;
  readonly reason: string;
}

/** Email received from a person. */
export interface ReceivedEmail {
  readonly id: string;
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly at: Date;
}

/** Portal's email about an interested person. */
export interface ReceivedInquiry {
  readonly id: string;
  readonly portal: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly message: string;
  readonly listings: readonly string[];
  /** Id or email of the agent who gets a new lead; empty for none. */
  readonly agent: string;
  readonly at: Date;
}

/** Files emails in pipeline. Every call can be repeated. Rejects with a Problem. */
export interface LeadEmails {
  recordEmail(caller: Caller, email: SentEmail): Promise<void>;
  /** Resolves to the id of the lead with the sender's address; null when there is none. */
  receiveEmail(caller: Caller, email: ReceivedEmail): Promise<string | null>;
  receiveInquiry(
    caller: Caller,
    inquiry: ReceivedInquiry,
  ): Promise<{ readonly leadId: string; readonly isNew: boolean }>;
}

/** Creates the port from a client of pipeline. */
export function createLeadEmails(pipeline: Peer): LeadEmails {
  return {
    recordEmail: async (caller, { leadId, at, ...email }) => {
      const request = { ...email, lead_id: leadId, at: at.getTime() };
      await pipeline.call(LeadEmailsServiceService.recordEmail, request, { caller });
    },
    receiveEmail: async (caller, { at, ...email }) => {
      const request = { ...email, at: at.getTime() };
      const { lead_id } = await pipeline.call(LeadEmailsServiceService.receiveEmail, request, { caller });
      return lead_id ?? null;
    },
    receiveInquiry: async (caller, { at, listings, ...inquiry }) => {
      const request = { ...inquiry, listings: [...listings], at: at.getTime() };
      const { lead_id, is_new } = await pipeline.call(LeadEmailsServiceService.receiveInquiry, request, { caller });
      return { leadId: lead_id, isNew: is_new };
    },
  };
}
