import type { Tenant } from '@plotline/kit/core/caller';
import type { EventContent } from '../../events/model/recorded-event.js';
import type { RecordedEvents } from '../../events/store/events.js';
import type { StoredSubscription } from '../../subscriptions/model/subscription.js';
import type { Outcome } from '../model/attempt.js';
import type { DueDelivery } from '../model/attempt-delivery.js';
import { OutcomeUnknown } from '../model/attempt-errors.js';
import type { PayloadMemory } from '../store/payload-memory.js';
import type { DeliveryOptions, LeaseTerm } from './lease-term.js';

/**
 * Attempts a due delivery. Reads its content unless it was already read. Resolves to null when its event is no longer
 * stored. Rejects like AttemptDelivery. Also rejects with Busy when there is no room for the content, and with
 * OutcomeUnknown when the attempt failed after the lease was lost.
 */
export type AttemptDue<S extends StoredSubscription> = (
  tenant: Tenant,
  subscription: S,
  due: DueDelivery,
  term: Pick<LeaseTerm, 'signal' | 'isHeld'>,
) => Promise<Outcome | null>;

interface AttemptDueOptions<S extends StoredSubscription> extends Pick<DeliveryOptions<S>, 'attemptDelivery'> {
  readonly events: Pick<RecordedEvents, 'get'>;
  readonly payloadMemory: Pick<PayloadMemory, 'use'>;
}

export function createAttemptDue<S extends StoredSubscription>({
  attemptDelivery,
  events,
  payloadMemory,
}: AttemptDueOptions<S>): AttemptDue<S> {
  return async (tenant, subscription, { delivery, content: known }, { signal, isHeld }) => {
    const attempt = async (content: EventContent | null) => {
      const outcome = content && (await attemptDelivery(subscription, { ...content, tenant, delivery }, signal));
      // A process loses its lease when it is paused or can't reach the database. A failure during that time may not be
      // the receiver's fault.
      if (outcome && outcome.attempt.error !== null && !isHeld()) throw new OutcomeUnknown();
      return outcome;
    };
    if (known) return attempt(known);
    return payloadMemory.use(tenant.workspaceId, () => events.get(tenant, delivery.event_id), attempt);
  };
}
