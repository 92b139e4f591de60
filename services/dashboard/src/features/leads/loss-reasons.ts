import type { components } from '../../../gen/api.js';

type LossReason = components['schemas']['LossReason'];

/** Labels of the reasons why leads are lost. */
export const lossReasons: Readonly<Record<LossReason, string>> = {
  price_too_high: 'Price too high',
  location_not_suitable: 'Unsuitable location',
  bought_elsewhere: 'Bought elsewhere',
  no_longer_interested: 'No longer interested',
  unresponsive: 'Unresponsive',
  financing_failed: 'Financing failed',
  other: 'Other reason',
};

export function isLossReason(text: string): text is LossReason {
  return Object.hasOwn(lossReasons, text);
}
