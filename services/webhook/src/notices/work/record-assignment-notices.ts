import type { Consumer } from '@plotline/kit/broker/consume';
import { type InboundEvent, parseEnvelope, readOptionalText, readText } from '@plotline/kit/broker/message';
import { createBatcher } from '@plotline/kit/core/batcher';
import type { Tenant } from '@plotline/kit/core/caller';
import type { Context } from '../../context.js';
import type { Assignment } from '../model/assignment-notice.js';
import { toldEventRetentionSeconds } from '../store/told-events.js';

/**
 * Maximum number of events that the broker delivers at the same time. Events of one workspace are recorded together.
 */
const maxBatch = 128;
/** Minimum time between batches of one workspace. */
const intervalMs = 200;
/** Number of notices that are redacted in one batch. */
const maxRedacted = 100;

interface TenantAssignment extends Assignment {
  readonly tenant: Tenant;
}

/** Returns the assignment to report. Returns null if the agent made the assignment, or if it is too old. */
function toAssignment({ id: eventId, payload, mode, agentId: by }: InboundEvent, now: Date): TenantAssignment | null {
  const { workspace_id: workspaceId, timestamp, data } = parseEnvelope(payload);
  const agentId = readOptionalText(data, 'assigned_agent');
  if (agentId === null || agentId === by) return null;
  // For older events, it is no longer known whether they were reported.
  if (timestamp.getTime() < now.getTime() - toldEventRetentionSeconds * 1_000) return null;
  const lead = { leadId: readText(data, 'id'), leadName: readText(data, 'name') };
  return { tenant: { workspaceId, mode }, eventId, agentId, ...lead };
}

type NoticeContext = Pick<Context, 'assignmentNotices' | 'notices' | 'erasures' | 'clock'>;

/** Records the notices of one workspace's assignments. */
async function recordTogether(context: NoticeContext, assignments: readonly TenantAssignment[]): Promise<void> {
  const { assignmentNotices, notices, erasures, clock } = context;
  const [first] = assignments;
  if (!first) return;
  const { tenant } = first;
  await assignmentNotices.record(tenant, assignments, clock());
  // Events of a lead may be consumed after its erasure.
  const leadIds = new Set(assignments.map(({ leadId }) => leadId));
  for (const leadId of await erasures.findErased(tenant, [...leadIds])) {
    while ((await notices.redactBatch(tenant, leadId, clock(), maxRedacted)) > 0);
  }
}

/**
 * Consumes `lead.assigned` and creates a notice for the agent, unless the agent made the assignment. Creates no notices
 * in the sandbox, because its agents have no accounts.
 */
export function recordAssignmentNotices(context: NoticeContext): Consumer {
  const record = createBatcher<TenantAssignment, void>({
    key: ({ tenant }) => tenant.workspaceId,
    maxBatch,
    toIntervalMs: () => intervalMs,
    run: (assignments) => recordTogether(context, assignments),
  });
  return {
    queue: 'webhook.assignment-notices',
    bindings: ['lead.assigned'],
    prefetch: maxBatch,
    handle: async (event) => {
      const assignment = event.mode === 'live' ? toAssignment(event, context.clock()) : null;
      if (assignment) await record(assignment);
    },
  };
}
