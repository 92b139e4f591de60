import { PaymentLinkForm } from '../payment-links/payment-link-form.js';
import type { HoldChangeProps } from './hold-change-forms.js';

/** Creates a link through which the buyer pays the deposit. */
export function DepositLinkForm({ hold, onClose }: HoldChangeProps) {
  return <PaymentLinkForm record={{ type: 'hold', id: hold.id }} onClose={onClose} />;
}
