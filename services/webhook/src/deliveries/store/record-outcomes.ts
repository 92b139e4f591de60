import type { Answer } from '@plotline/kit/core/answer';
import type { Tenant } from '@plotline/kit/core/caller';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Counters } from '@plotline/kit/store/counters';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { EntryInput } from '@plotline/kit/store/journal/entry';
import { retryOnConflict } from '@plotline/kit/store/records/guarded-update';
import type { ClientSession } from 'mongoose';
import type { Notice } from '../../notices/model/notice.js';
import type { Notices } from '../../notices/store/notices.js';
import type { StoredSubscription } from '../../subscriptions/model/subscription.js';
import type { Subscriptions } from '../../subscriptions/store/subscriptions.js';
import { toCounterChanges } from '../model/counter-changes.js';
import { type DeliveryChange, isExhausted, recordAttempt } from '../model/delivery.js';
import { concerns, type Disabling } from '../model/disabling.js';
import type { AttemptedDelivery, Deliveries } from './deliveries.js';

/** Creates the reports of a disabled subscription: a notice for the workspace, and internal events. */
export type ReportDisabled<S> = (
  subscription: S,
  disabling: Disabling,
  at: Date,
) => { readonly notice: Notice; readonly events: EntryInput['events'] };

export interface OutcomeStores<S extends StoredSubscription> {
  readonly runtime: Pick<ServiceRuntime, 'journal'>;
  readonly deliveries: Pick<Deliveries, 'getMany' | 'changeAll'>;
  readonly counters: Pick<Counters, 'add'>;
  readonly subscriptions: Pick<Subscriptions<S>, 'disable'>;
  readonly notices: Pick<Notices, 'addWith'>;
  /** Returns the receiver of the subscription's deliveries, as a text for comparison. */
  readonly getReceiver: (subscription: S) => string;
  readonly reportDisabled: ReportDisabled<S>;
}

/**
 * Records outcomes of any subscriptions of the workspace. Resolves to the changes, without deleted deliveries. The
 * answer, if given, is stored for an Idempotency-Key.
 */
export type RecordOutcomes = (
  command: Command,
  attempted: readonly AttemptedDelivery[],
  answer?: Answer,
) => Promise<DeliveryChange[]>;

function toChange({ delivery: before, outcome }: AttemptedDelivery): DeliveryChange {
  return { before, after: recordAttempt(before, outcome), receiver: outcome.receiver };
}

/**
 * Stores outcomes of attempts and counts them. Disables a subscription if the fifth attempt of a delivery has failed
 * and the subscription wasn't repaired in the meantime. Then also stores the journal entry, the notice and the internal
 * events. All of this happens in one transaction, so that an interruption can't lose a part.
 */
export function createRecordOutcomes<S extends StoredSubscription>({
  runtime,
  deliveries,
  counters,
  subscriptions,
  notices,
  getReceiver,
  reportDisabled,
}: OutcomeStores<S>): RecordOutcomes {
  /** A resend or an erasure may have changed a delivery during the attempt. Deleted deliveries are skipped. */
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
        const entries: EntryInput[] = [];
        for (const disabling of changes.filter(isExhausted)) {
          const isConcerned = (subscription: S) => concerns(disabling, subscription, getReceiver(subscription));
          const { webhook_id } = disabling.after;
          const disabled = await subscriptions.disable(caller, webhook_id, isConcerned, time, session);
          if (!disabled) continue;
          const { notice, events } = reportDisabled(disabled.subscription, disabling, time.at);
          await notices.addWith(caller, notice, session);
          entries.push({ ...disabled.entry, events });
        }
        await counters.add(caller, toCounterChanges(changes), session);
        return { entries, answer, result: changes };
      });
    return (await retryOnConflict((attempt) => record(attempt > 0))).result;
  };
}
