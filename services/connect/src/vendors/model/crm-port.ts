import type { ProviderValues } from './field-values.js';
import type { SendToVendor } from './vendor-request.js';

/** A lead as a CRM gets it. */
export interface CrmLead {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly source: string;
  readonly stage: string;
  readonly score: number;
  readonly budgetMin: number | null;
  readonly budgetMax: number | null;
  readonly budgetCurrency: string | null;
  readonly timeline: string | null;
  readonly notes: string | null;
  readonly tags: readonly string[];
  /** Email of the assigned agent. */
  readonly agentEmail: string | null;
  /** Page of the lead in the dashboard. */
  readonly url: string;
}

/** A sale to a lead as a CRM gets it. */
export interface CrmDeal {
  readonly id: string;
  readonly leadId: string;
  readonly title: string;
  readonly value: number;
  /** ISO 4217. */
  readonly currency: string;
  readonly isCancelled: boolean;
  readonly closedAt: Date;
  readonly ownerEmail: string | null;
  /** Page of its lead in the dashboard. */
  readonly url: string;
}

/** Property of the CRM that gets a field of leads, for a preview. */
export interface MappedField {
  readonly field: string;
  readonly label: string;
  /** Name of the CRM's property. */
  readonly property: string;
  readonly value: string;
  /** Reason why the CRM would refuse it; null if it wouldn't. */
  readonly problem: string | null;
}

/**
 * Port of CRMs. It only writes, so changes in the CRM don't affect Plotline. Every call can be repeated, and results in
 * one contact for each lead and one deal for each sale. Rejects with a VendorFailure.
 */
export interface CrmPort {
  /**
   * Creates or updates the contact of a lead. Resolves to the vendor's id of it. A contact with the email of the lead
   * is taken over unless it belongs to another lead, which `isLead` checks.
   */
  putContact(
    send: SendToVendor,
    values: ProviderValues,
    lead: CrmLead,
    isLead: (id: string) => Promise<boolean>,
  ): Promise<string>;
  /** Creates or updates the deal of a sale. A cancelled sale is only updated. */
  putDeal(send: SendToVendor, values: ProviderValues, deal: CrmDeal, contactId: string): Promise<void>;
  /** Returns what the contact of a lead would get. Changes nothing at the vendor. */
  preview(send: SendToVendor, values: ProviderValues, lead: CrmLead): Promise<readonly MappedField[]>;
}
