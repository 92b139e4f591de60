import type { Consumer } from '@plotline/kit/broker/consume';
import {
  type InboundEvent,
  type ParsedEnvelope,
  parseEnvelope,
  readOptionalText,
  readText,
  readTexts,
} from '@plotline/kit/broker/message';
import { createBatcher } from '@plotline/kit/core/batcher';
import type { Tenant } from '@plotline/kit/core/caller';
import type { Context } from '../../context.js';
import type { RemindedState } from '../model/reminder.js';

/** Maximum number of events that the broker delivers at the same time. Events of one workspace are handled together. */
const maxBatch = 128;
/** Minimum time between batches of one workspace. */
const intervalMs = 200;
/** Number of an erased lead's reminders that are removed in one batch. */
const maxRemoved = 100;
/** Time before the end of a hold at which its agent is reminded. */
const holdNoticeMs = 24 * 3_600_000;

interface TenantState {
  readonly tenant: Tenant;
  readonly state: RemindedState;
}

/** Reads the state of a task. Nobody is reminded of a deleted task. */
function readTask({ event, timestamp, data }: ParsedEnvelope): RemindedState {
  const about = {
    kind: 'task',
    recordId: readText(data, 'id'),
    leadId: readText(data, 'lead_id'),
    propertyId: null,
  } as const;
  if (event === 'task.deleted') {
    return { ...about, title: '', agentId: null, dueAt: timestamp, remindAt: timestamp, changedAt: timestamp };
  }
  const isOpen = readOptionalText(data, 'done_at') === null;
  const dueAt = new Date(readText(data, 'due_at'));
  return {
    ...about,
    title: readText(data, 'title'),
    agentId: isOpen ? readOptionalText(data, 'assigned_agent') : null,
    dueAt,
    remindAt: dueAt,
    changedAt: new Date(readText(data, 'updated_at')),
  };
}

/** Reads the state of a hold. Only an active hold has an end. */
function readHold({ data }: ParsedEnvelope): RemindedState {
  const changedAt = new Date(readText(data, 'updated_at'));
  const isActive = readText(data, 'status') === 'active';
  const end = readOptionalText(data, 'expires_at');
  const dueAt = end === null ? changedAt : new Date(end);
  return {
    kind: 'hold',
    recordId: readText(data, 'id'),
    leadId: readText(data, 'lead_id'),
    propertyId: readText(data, 'property_id'),
    title: '',
    agentId: isActive ? readOptionalText(data, 'agent_id') : null,
    dueAt,
    remindAt: new Date(dueAt.getTime() - holdNoticeMs),
    changedAt,
  };
}

function readState({ payload, mode }: InboundEvent): TenantState {
  const envelope = parseEnvelope(payload);
  const state = envelope.event.startsWith('hold.') ? readHold(envelope) : readTask(envelope);
  return { tenant: { workspaceId: envelope.workspace_id, mode }, state };
}

/** Moves the reminders of merged leads. Moved tasks send no events. */
async function followMerge({ reminders }: Pick<Context, 'reminders'>, { payload, mode }: InboundEvent): Promise<void> {
  const { workspace_id: workspaceId, data } = parseEnvelope(payload);
  await reminders.moveToLead({ workspaceId, mode }, readTexts(data, 'merged_ids'), readText(data, 'lead_id'));
}

type ReminderContext = Pick<Context, 'reminders' | 'erasures' | 'clock'>;

/** Updates the reminders after changes to one workspace's tasks and holds. */
async function followTogether(context: ReminderContext, states: readonly TenantState[]): Promise<void> {
  const { reminders, erasures, clock } = context;
  const [first] = states;
  if (!first) return;
  const { tenant } = first;
  await reminders.follow(
    tenant,
    states.map(({ state }) => state),
    clock(),
  );
  // Events about an erased lead may be consumed after its erasure.
  const leadIds = new Set(states.map(({ state }) => state.leadId));
  for (const leadId of await erasures.findErased(tenant, [...leadIds])) {
    while ((await reminders.removeBatch(tenant, leadId, maxRemoved)) > 0);
  }
}

/**
 * Consumes the events of tasks and holds, and keeps a reminder for each open task and active hold with an agent.
 * Consumes `merging.lead`, because the tasks of a merged lead move to the surviving lead. Keeps no reminders in the
 * sandbox, because its agents have no accounts.
 */
export function followDueRecords(context: ReminderContext): Consumer {
  const follow = createBatcher<TenantState, void>({
    key: ({ tenant }) => tenant.workspaceId,
    maxBatch,
    toIntervalMs: () => intervalMs,
    run: (states) => followTogether(context, states),
  });
  return {
    queue: 'webhook.reminders',
    bindings: ['task.*', 'hold.*', 'merging.lead'],
    prefetch: maxBatch,
    handle: async (event) => {
      if (event.mode !== 'live') return;
      await (event.name === 'merging.lead' ? followMerge(context, event) : follow(readState(event)));
    },
  };
}
