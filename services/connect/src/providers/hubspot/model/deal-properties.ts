import type { CrmDeal } from '../../../vendors/model/crm-port.js';
import type { FieldValues } from '../../../vendors/model/field-values.js';
import type { ProviderField } from '../../../vendors/model/provider.js';
import { idProperties, urlProperty } from './properties.js';

const stageHelp = 'Internal name in HubSpot.';

/** Settings about deals. */
export const dealFields: readonly ProviderField[] = [
  {
    name: 'deal_pipeline',
    label: 'Pipeline of deals',
    type: 'text',
    required: false,
    help: `${stageHelp} By default \`default\`.`,
    maxLength: 100,
  },
  {
    name: 'deal_stage',
    label: 'Stage of closed deals',
    type: 'text',
    required: false,
    help: `${stageHelp} By default \`closedwon\`.`,
    maxLength: 100,
  },
  {
    name: 'deal_lost_stage',
    label: 'Stage of cancelled deals',
    type: 'text',
    required: false,
    help: `${stageHelp} By default \`closedlost\`.`,
    maxLength: 100,
  },
];

/** Facts about a deal that must be read from HubSpot. */
export interface DealFacts {
  readonly ownerId: string | null;
  /** Whether the account supports the deal's currency. */
  readonly hasCurrency: boolean;
}

/**
 * Returns the properties of a deal. If the account lacks the deal's currency, the amount only appears in the
 * description.
 */
export function toDealProperties(settings: FieldValues, deal: CrmDeal, facts: DealFacts): Record<string, string> {
  const { id, title, value, currency, isCancelled, closedAt, url } = deal;
  const { deal_pipeline = 'default', deal_stage = 'closedwon', deal_lost_stage = 'closedlost' } = settings;
  const amount = facts.hasCurrency
    ? { amount: String(value), deal_currency_code: currency }
    : { description: `Sold for ${value} ${currency}. The HubSpot account doesn't have this currency.` };
  return {
    dealname: title,
    pipeline: deal_pipeline,
    dealstage: isCancelled ? deal_lost_stage : deal_stage,
    closedate: closedAt.toISOString(),
    ...amount,
    ...(facts.ownerId !== null && { hubspot_owner_id: facts.ownerId }),
    [idProperties.deals]: id,
    [urlProperty]: url,
  };
}
