import type { Mode } from '@plotline/kit/core/caller';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { PeriodicTask } from '@plotline/kit/tasks/periodic-task';
import type { Channel } from '../../context.js';
import type { StoredSubscription } from '../../subscriptions/model/subscription.js';

const intervalMs = 30_000;
/**
 * Minimum age of the deliveries to repair. Younger ones are left to the process that stored them, which is probably
 * about to schedule them.
 */
const graceMs = 10_000;
/**
 * Maximum number of reads in one round, each of 10,000 deliveries. After a long outage, further rounds read the rest.
 */
const maxLooks = 20;
const names = { webhook: 'queue-repair', integration: 'integration-queue-repair' } as const;

/** Parts of a channel that a repair uses. */
interface RepairedChannel extends Pick<Channel<StoredSubscription>, 'clock'> {
  readonly deliveries: Pick<Channel<StoredSubscription>['deliveries'], 'findOverdue'>;
  readonly queues: Pick<Channel<StoredSubscription>['queues'], 'repair'>;
}

/**
 * Makes endpoint queues due if their deliveries are due but the queue is not. A crash between storing deliveries and
 * marking the queue can cause this. Resolves to the number of queues. `positions` stores where the next round
 * continues.
 */
export async function repairQueues(
  { deliveries, queues, clock }: RepairedChannel,
  mode: Mode,
  positions = new Map<Mode, Date | null>(),
): Promise<number> {
  const now = clock();
  const before = new Date(now.getTime() - graceMs);
  let repaired = 0;
  for (let look = 0; look < maxLooks; look += 1) {
    const { overdue, next } = await deliveries.findOverdue(mode, before, positions.get(mode));
    const webhookIds = new Map<string, string[]>();
    for (const { workspaceId, webhookId } of overdue) {
      webhookIds.set(workspaceId, [...(webhookIds.get(workspaceId) ?? []), webhookId]);
    }
    for (const [workspaceId, ids] of webhookIds) repaired += await queues.repair({ workspaceId, mode }, ids, now);
    positions.set(mode, next);
    if (next === null) break;
  }
  return repaired;
}

/** Creates the periodic task that repairs endpoint queues. */
export function createQueueRepair<S extends StoredSubscription>(
  runtime: ServiceRuntime,
  channel: Channel<S>,
): PeriodicTask {
  const { noun, dispatcher } = channel;
  const positions = new Map<Mode, Date | null>();
  return new PeriodicTask({
    name: names[noun],
    intervalMs,
    runtime,
    run: async (mode) => {
      const repaired = await repairQueues(channel, mode, positions);
      if (repaired === 0) return;
      // This is not a warning, because a worker may just have attempted the last of the deliveries that were found.
      runtime.log.info({ mode, queues: repaired }, 'endpoint queues rescheduled');
      dispatcher.wake(mode);
    },
  });
}
