import type { Consumer } from '@plotline/kit/broker/consume';
import { parseEnvelope, readOptionalText, readText } from '@plotline/kit/broker/event-envelope';
import type { InboundEvent } from '@plotline/kit/broker/message';
import { createBatcher } from '@plotline/kit/core/batcher';
import type { Tenant } from '@plotline/kit/core/caller';
import type { Context } from '../../context.js';
import type { Assignment } from '../model/assignment-notice.js';
import { toldEventRetentionSeconds } from '../store/told-events.js';

/** Events that the broker hands over at once, which are told together where they are of one workspace. */
const maxBatch = 128;
/** Batches of one workspace begin so long after each other at least. */
const intervalMs = 200;
/** Notices that are redacted at once. */
const maxRedacted = 100;

interface TenantAssignment extends Assignment {
  readonly tenant: Tenant;
}

/** The assignment that somebody is told of: to an agent, by somebody else. Null of every other one. */
function toAssignment({ id: eventId, payload, mode, agentId: by }: InboundEvent, now: Date): TenantAssignment | null {
  const { workspace_id: workspaceId, timestamp, data } = parseEnvelope(payload);
  const agentId = readOptionalText(data, 'assigned_agent');
  if (agentId === null || agentId === by) return null;
  // Nobody knows any more whether it was told.
  if (timestamp.getTime() < now.getTime() - toldEventRetentionSeconds * 1_000) return null;
  const lead = { leadId: readText(data, 'id'), leadName: readText(data, 'name') };
  return { tenant: { workspaceId, mode }, eventId, agentId, ...lead };
}

type NoticeContext = Pick<Context, 'assignmentNotices' | 'notices' | 'erasures' | 'clock'>;

/** Tells the assignments of one workspace. */
async function tellTogether(context: NoticeContext, assignments: readonly TenantAssignment[]): Promise<void> {
  const { assignmentNotices, notices, erasures, clock } = context;
  const [first] = assignments;
  if (!first) return;
  const { tenant } = first;
  await assignmentNotices.tell(tenant, assignments, clock());
  // The events of a lead may be consumed after its erasure.
  const leadIds = new Set(assignments.map(({ leadId }) => leadId));
  for (const leadId of await erasures.findErased(tenant, [...leadIds])) {
    while ((await notices.redactBatch(tenant, leadId, clock(), maxRedacted)) > 0);
  }
}

/**
 * `lead.assigned`: tells the person of the agent, once, unless they assigned the lead to themselves. In the sandbox agents have no
 * account, and nobody is told.
 */
export function recordAssignmentNotices(context: NoticeContext): Consumer {
  const tell = createBatcher<TenantAssignment, void>({
    key: ({ tenant }) => tenant.workspaceId,
    maxBatch,
    toIntervalMs: () => intervalMs,
    run: (assignments) => tellTogether(context, assignments),
  });
  return {
    queue: 'webhook.assignment-notices',
    bindings: ['lead.assigned'],
    prefetch: maxBatch,
    handle: async (event) => {
      const assignment = event.mode === 'live' ? toAssignment(event, context.clock()) : null;
      if (assignment) await tell(assignment);
    },
  };
}
