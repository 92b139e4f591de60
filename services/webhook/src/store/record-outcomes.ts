import type { Answer } from '@plotline/kit/http/answer';
import type { Command } from '@plotline/kit/idempotency/command';
import { newId } from '@plotline/kit/ids';
import { retryOnConflict } from '@plotline/kit/mongo/retry-on-conflict';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import { toCounterChange } from '../domain/counter.js';
import type { DeliveryChange } from '../domain/delivery.js';
import { findDisabling, toDisabledEvent, toDisabledNotice } from '../domain/disabled-webhook.js';
import type { Counters } from './counters.js';
import type { AttemptedDelivery, Deliveries } from './deliveries.js';
import type { Notices } from './notices.js';
import type { Webhooks } from './webhooks.js';

export interface OutcomeStores {
  readonly runtime: Pick<ServiceRuntime, 'journal'>;
  readonly deliveries: Pick<Deliveries, 'recordOutcomes' | 'readAgain'>;
  readonly counters: Pick<Counters, 'apply'>;
  readonly webhooks: Pick<Webhooks, 'disable'>;
  readonly notices: Pick<Notices, 'addWith'>;
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
 * journal entry, the notice and the internal event that tell of it: all in one transaction, so that an interruption loses none
 * of these alone.
 */
export function createRecordOutcomes({
  runtime,
  deliveries,
  counters,
  webhooks,
  notices,
}: OutcomeStores): RecordOutcomes {
  return async (command, webhookId, attempted, answer) => {
    const { caller } = command;
    const record = (isConflict: boolean) =>
      runtime.journal.commit(command, async (session, time) => {
        const current = isConflict ? await deliveries.readAgain(caller, attempted, session) : attempted;
        const changes = await deliveries.recordOutcomes(caller, current, session);
        const counterChange = toCounterChange(changes);
        if (counterChange) await counters.apply(caller, webhookId, counterChange, session);
        const disabling = findDisabling(changes);
        const disabled = disabling && (await webhooks.disable(caller, webhookId, time, session));
        if (!disabled) return { entries: [], answer, result: changes };
        const { webhook, entry } = disabled;
        await notices.addWith(caller, toDisabledNotice(webhook, disabling, newId('ntf'), time.at), session);
        const entries = [{ ...entry, events: [toDisabledEvent(webhook, disabling)] }];
        return { entries, answer, result: changes };
      });
    return (await retryOnConflict((attempt) => record(attempt > 0))).result;
  };
}
