import type { components } from '../../gen/api.js';

type LossReason = components['schemas']['LossReason'];

/** Why leads are lost, in words. */
export const lossReasons: Readonly<Record<LossReason, string>> = {
  price_too_high: 'The price is too high',
  location_not_suitable: 'The location does not suit',
  bought_elsewhere: 'Bought elsewhere',
  no_longer_interested: 'No longer interested',
  unresponsive: 'Does not respond',
  financing_failed: 'Financing failed',
  other: 'Another reason',
};

export function isLossReason(text: string): text is LossReason {
  return text in lossReasons;
}
