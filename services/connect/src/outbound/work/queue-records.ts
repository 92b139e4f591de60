import type { Consumer } from '@plotline/kit/broker/consume';
import { type ParsedEnvelope, parseEnvelope } from '@plotline/kit/broker/message';
import { createBatcher } from '@plotline/kit/core/batcher';
import type { Tenant } from '@plotline/kit/core/caller';
import type { Context } from '../../context.js';
import type { ProviderName } from '../../vendors/model/provider.js';
import type { Reaction, Reactions } from '../model/outbound-job.js';

type QueueContext = Pick<Context, 'connections' | 'outboundJobs' | 'clock'>;

const isProvider = (reactions: Reactions, name: string): name is ProviderName => Object.hasOwn(reactions, name);

/** Lists the reactions with the names of their providers. */
export function listReactions(reactions: Reactions): readonly (readonly [ProviderName, Reaction])[] {
  return Object.entries(reactions).flatMap(([name, reaction]) =>
    isProvider(reactions, name) ? [[name, reaction] as const] : [],
  );
}

/** Change of a record that may need jobs. */
interface RecordChange {
  readonly tenant: Tenant;
  readonly eventName: string;
  readonly requestId: string;
  readonly data: ParsedEnvelope['data'];
}

/** Maximum events of one workspace that are processed in one batch. */
const maxBatch = 100;
/**
 * Minimum time between batches of a workspace whose connections need no jobs. One event at a time cost 0.38 ms of
 * processor time here and 0.4 ms in the broker per lead. That was a quarter of a lead's total cost.
 */
const idleIntervalMs = 200;

/** Adds the jobs for one workspace's changes. Resolves to the number of jobs. */
async function queueTogether(
  { connections, outboundJobs, clock }: QueueContext,
  reactions: readonly (readonly [ProviderName, Reaction])[],
  changes: readonly RecordChange[],
): Promise<number> {
  const [first] = changes;
  if (!first) return 0;
  const found = await connections.listOf(
    first.tenant,
    reactions.map(([provider]) => provider),
  );
  let queued = 0;
  for (const [provider, { events, recordType: record_type, findRecordId }] of reactions) {
    const connectionIds = found.filter((one) => one.provider === provider).map(({ id }) => id);
    if (connectionIds.length === 0) continue;
    const interesting = changes.filter(({ eventName }) => events.includes(eventName));
    // The last change of a record counts, because one job sends all of its changes.
    const requestIds = new Map(interesting.map(({ data, requestId }) => [findRecordId(data), requestId]));
    const records = [...requestIds].map(([id, request_id]) => ({ id, request_id }));
    if (records.length === 0) continue;
    await outboundJobs.enqueue(first.tenant, { connectionIds, records, record_type, now: clock() });
    queued += records.length;
  }
  return queued;
}

/**
 * Consumes the events that providers react to. Adds a job for each connection of the workspace, even an inactive one,
 * so that nothing is lost while a connection is disabled or needs attention.
 */
export function createRecordConsumer(context: QueueContext, reactions: Reactions): Consumer {
  const all = listReactions(reactions);
  const queue = createBatcher<RecordChange, number>({
    key: ({ tenant }) => `${tenant.mode}/${tenant.workspaceId}`,
    maxBatch,
    toIntervalMs: (queued) => (queued === 0 ? idleIntervalMs : 0),
    run: (changes) => queueTogether(context, all, changes),
  });
  return {
    queue: 'connect.records',
    bindings: [...new Set(all.flatMap(([, { events }]) => events))],
    prefetch: 2 * maxBatch,
    handle: async ({ name: eventName, payload, mode, requestId }) => {
      const { workspace_id: workspaceId, data } = parseEnvelope(payload);
      await queue({ tenant: { workspaceId, mode }, eventName, requestId, data });
    },
  };
}
