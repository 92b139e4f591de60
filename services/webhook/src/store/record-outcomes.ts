import type { Answer } from '@plotline/kit/http/answer';
import type { Command } from '@plotline/kit/idempotency/command';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import { toCounterChange } from '../domain/counter.js';
import { type DeliveryChange, isExhausted } from '../domain/delivery.js';
import type { Counters } from './counters.js';
import type { AttemptedDelivery, Deliveries } from './deliveries.js';
import type { Webhooks } from './webhooks.js';

export interface OutcomeStores {
  readonly runtime: Pick<ServiceRuntime, 'journal'>;
  readonly deliveries: Pick<Deliveries, 'recordOutcome'>;
  readonly counters: Pick<Counters, 'apply'>;
  readonly webhooks: Pick<Webhooks, 'disable'>;
}

/** Resolves to the changes; deleted deliveries are left out. The answer, if there is one, is kept for an Idempotency-Key. */
export type RecordOutcomes = (
  command: Command,
  webhookId: string,
  attempted: readonly AttemptedDelivery[],
  answer?: Answer,
) => Promise<DeliveryChange[]>;

/**
 * Stores outcomes of attempts, counts them, and disables the webhook when the fifth attempt of a delivery failed, with the
 * journal entry that tells of it: all in one transaction, so that an interruption loses none of these alone.
 */
export function createRecordOutcomes({ runtime, deliveries, counters, webhooks }: OutcomeStores): RecordOutcomes {
  return async (command, webhookId, attempted, answer) => {
    const { caller } = command;
    const { result } = await runtime.journal.commit(command, async (session, time) => {
      const changes: DeliveryChange[] = [];
      for (const one of attempted) {
        const change = await deliveries.recordOutcome(caller, one, session);
        if (change) changes.push(change);
      }
      const counterChange = toCounterChange(changes);
      if (counterChange) await counters.apply(caller, webhookId, counterChange, session);
      const disables = changes.some(isExhausted);
      const entries = disables ? await webhooks.disable(caller, webhookId, time, session) : [];
      return { entries, answer, result: changes };
    });
    return result;
  };
}
