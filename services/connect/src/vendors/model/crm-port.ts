import type { ProviderValues } from './field-values.js';
import type { SendToVendor } from './vendor-request.js';

/** Lead in the form that a CRM gets. */
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
  /** Address of the lead's page in the dashboard. */
  readonly url: string;
}

/** Sale to a lead, in the form that a CRM gets. */
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
  /** Address of the lead's page in the dashboard. */
  readonly url: string;
}

/** Field of a lead and the CRM property that it is sent to, for a preview. */
export interface MappedField {
  readonly field: string;
  readonly label: string;
  /** Name of the CRM's property. */
  readonly property: string;
  readonly value: string;
  /** Reason why the CRM would refuse the value. Null if the CRM would accept it. */
  readonly problem: string | null;
}

/**
 * Port for CRMs. It only writes, so changes in the CRM don't affect Plotline. Every call can be repeated, and creates
 * at most one contact per lead and one deal per sale. Rejects with a VendorFailure.
 */
export interface CrmPort {
  /**
   * Creates or updates the contact of a lead. Resolves to the vendor's id of the contact. An existing contact with the
   * lead's email is used, unless it belongs to a different lead. `isLead` checks that.
   */
  putContact(
    send: SendToVendor,
    values: ProviderValues,
    lead: CrmLead,
    isLead: (id: string) => Promise<boolean>,
  ): Promise<string>;
  /** Creates or updates the deal of a sale. A cancelled sale is updated but never created. */
  putDeal(send: SendToVendor, values: ProviderValues, deal: CrmDeal, contactId: string): Promise<void>;
  /** Returns the values that a lead's contact would get. Changes nothing at the vendor. */
  preview(send: SendToVendor, values: ProviderValues, lead: CrmLead): Promise<readonly MappedField[]>;
}
