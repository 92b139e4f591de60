import { isTree } from '../../../../support/contract/tree.js';
import { isRefused, type Operation } from '../history/operation.js';
import type { SeenRecord, Snapshot } from '../snapshot/snapshot.js';
import { show, type Violation } from './violation.js';

function checkStats(webhook: SeenRecord, deliveries: readonly SeenRecord[]): string[] {
  const count = (status: string) => deliveries.filter((delivery) => delivery.status === status).length;
  const expected = {
    deliveries_total: deliveries.length,
    deliveries_successful: count('delivered'),
    deliveries_failed: count('failed'),
  };
  const stats = isTree(webhook.stats) ? webhook.stats : {};
  return Object.entries(expected)
    .filter(([name, value]) => stats[name] !== value)
    .map(([name, value]) => `${webhook.id} says ${name} ${show(stats[name])}, its list has ${value}`);
}

/**
 * Returns the time until which deliveries may be pending. Switching a webhook off cancels planned deliveries. Until it
 * is switched on again, its events are recorded but no deliveries are planned.
 */
function pausedUntil(operations: readonly Operation[], webhook: SeenRecord): number {
  if (webhook.active === false) return Number.POSITIVE_INFINITY;
  const switches = operations.filter(
    (operation) =>
      !isRefused(operation) &&
      operation.effects.some(
        (effect) => effect.kind === 'write' && effect.id === webhook.id && effect.fields.active !== undefined,
      ),
  );
  return Math.max(0, ...switches.map(({ attempts }) => attempts.at(-1)?.endedAt ?? 0));
}

function checkLog(webhook: SeenRecord, deliveries: readonly SeenRecord[], paused: number): string[] {
  const pending = deliveries.filter(
    ({ status, timestamp }) => status === 'pending' && Date.parse(String(timestamp)) > paused,
  );
  const eventIds = deliveries.map(({ event_id }) => String(event_id));
  const isTwice = new Set(eventIds).size !== eventIds.length;
  return [
    ...pending.map(
      ({ id, event, timestamp, next_retry, attempts }) =>
        `delivery ${id} (${String(event)}) of ${webhook.id} is pending: ${show({ timestamp, next_retry, attempts })}`,
    ),
    ...(isTwice ? [`${webhook.id} has an event twice in its log`] : []),
  ];
}

function checkObserver({ observerId, deliveries, events }: Snapshot): string[] {
  const log = deliveries.get(observerId) ?? [];
  const delivered = new Set(log.filter(({ status }) => status === 'delivered').map(({ event_id }) => String(event_id)));
  const received = new Set(events.map(({ id }) => id));
  return [
    ...log
      .filter(({ status }) => status === 'failed')
      .map(
        ({ id, attempts }) =>
          `delivery ${id} of ${observerId} failed, though its receiver refuses nothing: ${show(attempts)}`,
      ),
    ...[...delivered]
      .filter((id) => !received.has(id))
      .map((id) => `event ${id} counts as delivered and was not received`),
    ...[...received].filter((id) => !delivered.has(id)).map((id) => `event ${id} was received and is not in the log`),
  ];
}

/**
 * Checks that no delivery waits forever, that the log contains the received deliveries, and that the statistics match
 * the log.
 */
export function checkDeliveries(operations: readonly Operation[], snapshot: Snapshot): Violation[] {
  const ofWebhooks = snapshot.webhooks.flatMap((webhook) => {
    const log = snapshot.deliveries.get(webhook.id) ?? [];
    return [...checkStats(webhook, log), ...checkLog(webhook, log, pausedUntil(operations, webhook))];
  });
  return [...ofWebhooks, ...checkObserver(snapshot)].map((message) => ({
    rule: 'deliveries',
    tenant: snapshot.tenant,
    message,
  }));
}
