import type { RunningSystem } from '@plotline/local/supervise/running-system';
import { eventually } from '../../support/eventually.js';
import type { EventSource } from './event-source.js';
import type { Receipts } from './receipts.js';

const patienceMs = 120_000;

/**
 * Measures deliveries per second to one receiver. The workspace's events already wait in the broker. Counts only the
 * deliveries between a tenth and nine tenths, to exclude the service's start. Events are still being recorded while the
 * first ones are sent.
 */
export async function measureThroughput(
  system: RunningSystem,
  source: EventSource,
  workspaceId: string,
  { receipts, count }: { readonly receipts: Receipts; readonly count: number },
): Promise<number> {
  await system.hold('webhook');
  const leadIds = await source.publish(workspaceId, count);
  await system.release('webhook');
  const times = await eventually(
    () =>
      leadIds.map((id) => {
        const at = receipts.times.get(id);
        if (at === undefined) throw new Error('An event has not been received.');
        return at;
      }),
    patienceMs,
  );
  const ordered = times.toSorted((a, b) => a - b);
  const [from, to] = [Math.floor(count * 0.1), Math.floor(count * 0.9)];
  return (to - from) / (((ordered[to] ?? 0) - (ordered[from] ?? 0)) / 1_000);
}
