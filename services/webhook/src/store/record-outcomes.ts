import type { Tenant } from '@plotline/kit/caller';
import type { Answer } from '@plotline/kit/http/answer';
import type { Command } from '@plotline/kit/idempotency/command';
import { newId } from '@plotline/kit/ids';
import type { EntryInput } from '@plotline/kit/journal/entry';
import { retryOnConflict } from '@plotline/kit/mongo/retry-on-conflict';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import type { ClientSession } from 'mongoose';
import { toCounterChanges } from '../domain/counter.js';
import { type DeliveryChange, recordAttempt } from '../domain/delivery.js';
import { findDisabling, toDisabledEvent, toDisabledNotice } from '../domain/disabled-webhook.js';
import type { Counters } from './counters.js';
import type { AttemptedDelivery, Deliveries } from './deliveries.js';
import type { Notices } from './notices.js';
import type { Webhooks } from './webhooks.js';

export interface OutcomeStores {
  readonly runtime: Pick<ServiceRuntime, 'journal'>;
  readonly deliveries: Pick<Deliveries, 'getMany' | 'changeAll'>;
  readonly counters: Pick<Counters, 'applyAll'>;
  readonly webhooks: Pick<Webhooks, 'disable'>;
  readonly notices: Pick<Notices, 'addWith'>;
}

/** Of any webhooks of the workspace. Resolves to the changes; deleted deliveries are left out. The answer, if there is one, is kept for an Idempotency-Key. */
export type RecordOutcomes = (
  command: Command,
  attempted: readonly AttemptedDelivery[],
  answer?: Answer,
) => Promise<DeliveryChange[]>;

function toChange({ delivery: before, outcome }: AttemptedDelivery): DeliveryChange {
  return { before, after: recordAttempt(before, outcome) };
}

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
  /** A resend or an erasure may have changed a delivery while the attempt was under way. Those that were deleted are left out. */
  const readAgain = async (tenant: Tenant, attempted: readonly AttemptedDelivery[], session: ClientSession) => {
    const ids = attempted.map(({ delivery }) => delivery.id);
    const stored = new Map((await deliveries.getMany(tenant, ids, session)).map((delivery) => [delivery.id, delivery]));
    return attempted.flatMap(({ delivery, outcome }) => {
      const current = stored.get(delivery.id);
      return current ? [{ delivery: current, outcome }] : [];
    });
  };

  return async (command, attempted, answer) => {
    const { caller } = command;
    const record = (isConflict: boolean) =>
      runtime.journal.commit(command, async (session, time) => {
        const current = isConflict ? await readAgain(caller, attempted, session) : attempted;
        const changes = current.map(toChange);
        await deliveries.changeAll(caller, changes, session);
        await counters.applyAll(caller, toCounterChanges(changes), session);
        const entries: EntryInput[] = [];
        for (const disabling of findDisabling(changes)) {
          const disabled = await webhooks.disable(caller, disabling.after.webhook_id, time, session);
          if (!disabled) continue;
          const { webhook, entry } = disabled;
          await notices.addWith(caller, toDisabledNotice(webhook, disabling, newId('ntf'), time.at), session);
          entries.push({ ...entry, events: [toDisabledEvent(webhook, disabling)] });
        }
        return { entries, answer, result: changes };
      });
    return (await retryOnConflict((attempt) => record(attempt > 0))).result;
  };
}
