import type { Mode } from '@plotline/kit/core/caller';
import { repairQueues } from '@plotline/webhook/deliveries/work/queue-repair';
import { expect } from 'chai';

const now = new Date('2026-03-01T12:00:00.000Z');
const atLook = (look: number) => new Date(now.getTime() - 3_600_000 + look * 1_000);

describe('a round of repairQueues', () => {
  it('reads at most 20 times, and the next round continues where it stopped', async () => {
    const starts: (Date | null | undefined)[] = [];
    const channel = {
      clock: () => now,
      deliveries: {
        // Each of the 25 reads returns a full page.
        findOverdue: async (_mode: Mode, _before: Date, from?: Date | null) => {
          starts.push(from);
          const next = starts.length < 25 ? atLook(starts.length) : null;
          return { overdue: [{ workspaceId: 'ws_1', webhookId: 'webhook_1' }], next };
        },
      },
      queues: { repair: async () => 1 },
    };
    const positions = new Map<Mode, Date | null>();
    expect(await repairQueues(channel, 'live', positions)).to.equal(20);
    expect(starts).to.deep.equal([undefined, ...Array.from({ length: 19 }, (_one, place) => atLook(place + 1))]);
    expect(await repairQueues(channel, 'live', positions)).to.equal(5);
    expect(starts.slice(20)).to.deep.equal(Array.from({ length: 5 }, (_one, place) => atLook(place + 20)));
    expect(positions.get('live')).to.equal(null);
  });
});
