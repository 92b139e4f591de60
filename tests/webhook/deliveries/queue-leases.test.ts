import type { Mode } from '@plotline/kit/core/caller';
import { QueueLeases } from '@plotline/webhook/deliveries/work/queue-leases';
import { expect } from 'chai';

const now = new Date(Date.UTC(2026, 2, 1));

/** Leases of a process. Each of its workspaces has the same number of due queues. */
function createLeases(workspaces: readonly string[], count: number) {
  const due = new Map(
    workspaces.flatMap((workspace_id) =>
      Array.from({ length: count }, (_none, place) => {
        const id = `${workspace_id} ${place}`;
        return [id, { id, workspace_id, version: 1, revision: 0, holder: null, held_until: now }] as const;
      }),
    ),
  );
  return new QueueLeases({
    clock: () => now,
    log: { warn: () => undefined },
    queues: {
      findDue: async (_mode: Mode, _now: Date, limit: number, except: readonly string[] = []) =>
        [...due.values()].filter(({ workspace_id }) => !except.includes(workspace_id)).slice(0, limit),
      claim: async (_mode, ids) =>
        ids.flatMap((id) => {
          const queue = due.get(id);
          due.delete(id);
          return queue ?? [];
        }),
      renew: async () => new Set<string>(),
    },
  });
}

/** Claims as many queues as possible, and resolves to the leases by workspace. */
async function claimAll(leases: QueueLeases) {
  const claimed = new Map<string, Awaited<ReturnType<QueueLeases['claimDue']>>>();
  for (;;) {
    const next = await leases.claimDue('live');
    if (next.length === 0) return claimed;
    for (const leased of next) {
      const { workspace_id } = leased.queue;
      claimed.set(workspace_id, [...(claimed.get(workspace_id) ?? []), leased]);
    }
  }
}

describe('QueueLeases', () => {
  it('claims at most a fifth of its leases for one workspace, and another once one is released', async () => {
    const leases = createLeases(['ws_1', 'ws_2'], 300);
    const claimed = await claimAll(leases);
    expect(claimed.get('ws_1')).to.have.length(200);
    expect(claimed.get('ws_2')).to.have.length(200);
    const [first] = claimed.get('ws_1') ?? [];
    expect(first && leases.drop(first), 'its workspace had its share').to.equal(true);
    const next = await claimAll(leases);
    expect([...next].map(([id, { length }]) => [id, length])).to.deep.equal([['ws_1', 1]]);
  });

  it('leaves room for a new workspace, even if many others have due queues', async () => {
    const others = Array.from({ length: 8 }, (_none, place) => `ws_${place}`);
    const claimed = await claimAll(createLeases([...others, 'ws_new'], 300));
    expect(claimed.get('ws_new')).to.have.length.at.least(1);
  });

  it('reports no further due queues when the workspace of a dropped queue had room', async () => {
    const leases = createLeases(['ws_1'], 10);
    const [first] = (await claimAll(leases)).get('ws_1') ?? [];
    expect(first && leases.drop(first)).to.equal(false);
  });
});
