import type { Tenant } from '@plotline/kit/core/caller';
import type { Outcome } from '../domain/delivery.js';
import type { DueDelivery } from '../domain/due-work.js';
import type { EventContent } from '../domain/recorded-event.js';
import type { StoredSubscription } from '../domain/subscription.js';
import type { RecordedEvents } from '../store/events.js';
import type { DeliveryOptions, LeaseTerm } from './lease-term.js';
import { OutcomeUnknown } from './outcome-unknown.js';
import type { PayloadMemory } from './payload-memory.js';

/**
 * Attempts a due delivery; reads before what it sends if that was not read ahead. Resolves to null when its event is not stored any more.
 * Rejects as AttemptDelivery does, with Busy when there is no room for what it sends, and with OutcomeUnknown when it failed without the lease.
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
      // A process that lost the lease stood still, or has no database: what failed meanwhile may not be the receiver's fault.
      if (outcome && outcome.attempt.error !== null && !isHeld()) throw new OutcomeUnknown();
      return outcome;
    };
    if (known) return attempt(known);
    return payloadMemory.use(tenant.workspaceId, () => events.get(tenant, delivery.event_id), attempt);
  };
}
