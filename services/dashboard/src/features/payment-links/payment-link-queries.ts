import type { components } from '../../../gen/api.js';
import { readBody } from '../../api/client.js';
import type { Tenant } from '../../api/workspace.js';

export type PaymentLink = components['schemas']['PaymentLink'];

/** Record that a buyer pays for. */
export interface PaidRecord {
  readonly type: 'invoice' | 'hold';
  readonly id: string;
}

/** Terms of a link. Without an amount, the link is for the whole balance. */
interface LinkTerms {
  readonly amount?: number;
  readonly connection_id?: string;
}

/** Creates a payment link, or returns an earlier link with the same terms. */
export async function createPaymentLink({ api }: Tenant, { type, id }: PaidRecord, terms: LinkTerms) {
  const params = { path: { id } };
  const { data } =
    type === 'invoice'
      ? await readBody(api.POST('/v1/invoices/{id}/payment-link', { params, body: terms }))
      : await readBody(api.POST('/v1/holds/{id}/payment-link', { params, body: terms }));
  return data;
}
