import type { Consumer } from '@plotline/kit/broker/consume';
import { parseEnvelope } from '@plotline/kit/broker/message';
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

/**
 * Consumes the events that providers react to. Adds a job for each connection of the workspace, whatever its status, so
 * that nothing is lost while a connection is disabled or needs attention.
 */
export function createRecordConsumer(context: QueueContext, reactions: Reactions): Consumer {
  const { connections, outboundJobs, clock } = context;
  const all = listReactions(reactions);
  return {
    queue: 'connect.records',
    bindings: [...new Set(all.flatMap(([, { events }]) => events))],
    prefetch: 4,
    handle: async ({ name, payload, mode, requestId: request_id }) => {
      const { workspace_id: workspaceId, data } = parseEnvelope(payload);
      const tenant = { workspaceId, mode };
      const interested = all.filter(([, { events }]) => events.includes(name));
      const found = await connections.listOf(
        tenant,
        interested.map(([provider]) => provider),
      );
      for (const [provider, { recordType: record_type, findRecordId }] of interested) {
        const connectionIds = found.filter((one) => one.provider === provider).map(({ id }) => id);
        if (connectionIds.length === 0) continue;
        const recordIds = [findRecordId(data)];
        await outboundJobs.enqueue(tenant, { connectionIds, recordIds, record_type, request_id, now: clock() });
      }
    },
  };
}
