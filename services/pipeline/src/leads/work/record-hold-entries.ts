import type { Consumer } from '@plotline/kit/broker/consume';
import { type InboundEvent, parseEnvelope, readOptionalText, readText } from '@plotline/kit/broker/message';
import { type Actor, type Caller, createSystemCaller, type Tenant } from '@plotline/kit/core/caller';
import { isDuplicateKey } from '@plotline/kit/store/indexes';
import { type Entry, toEntry } from '@plotline/kit/store/journal/entry';
import { retryOnConflict } from '@plotline/kit/store/records/guarded-update';
import type { Context } from '../../context.js';

type EntryContext = Pick<Context, 'leads' | 'runtime'>;

/** Entry of a hold in the timeline of a lead, with the data from inventory. */
interface HoldEntry {
  readonly tenant: Tenant;
  readonly leadId: string;
  readonly event: InboundEvent;
  /** When the hold changed. */
  readonly at: Date;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Reads the person or the key that acted; null for the system. */
function readActor(data: HoldEntry['data'], agentId: string | undefined): Actor | null {
  const { actor } = data;
  const [type, id, name] = ['type', 'id', 'name'].map((field) => readOptionalText(actor, field));
  if ((type !== 'key' && type !== 'user') || !id || !name) return null;
  return { type, id, name, ...(agentId !== undefined && { agentId }) };
}

/**
 * Creates the entry. Its id is derived from the event, so that a repeated delivery of the event adds no second entry.
 */
function createEntry(caller: Caller, subject: string, { event, at, data }: HoldEntry): Entry {
  const reason = readOptionalText(data, 'reason');
  const attributes = {
    hold_id: readText(data, 'hold_id'),
    unit_id: readText(data, 'unit_id'),
    ...(reason !== null && { reason }),
  };
  const input = { subject, type: readText(data, 'type'), description: readText(data, 'description'), attributes };
  const entry = toEntry(caller, at, { ...input, events: [] });
  return { ...entry, _id: event.id.replace(/^evt_/, 'act_'), user: event.agentId ?? null };
}

/**
 * Adds the entry to the timeline of the lead, or of the lead that it was merged into. Does nothing for an erased lead,
 * or if the entry already exists.
 */
async function addEntry(context: EntryContext, told: HoldEntry): Promise<void> {
  const { leads, runtime } = context;
  const { tenant, leadId, event } = told;
  const { requestId, traceparent } = event;
  const system = createSystemCaller(tenant, 'holds', requestId, { traceparent });
  const caller = { ...system, actor: readActor(told.data, event.agentId) ?? system.actor };
  const add = () =>
    runtime.journal.commit({ caller }, async (session) => {
      const lead =
        (await leads.get(caller, leadId, session)) ?? (await leads.merged.findSurvivor(caller, leadId, session));
      if (!lead) return { entries: [] };
      // The lead is locked, because a concurrent erasure or merge would miss the entry.
      await leads.lock(caller, lead, session);
      return { entries: [createEntry(caller, lead.id, told)] };
    });
  await retryOnConflict(add).catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error;
  });
}

/** Consumes `timeline.hold` of inventory: adds the events of holds to the timelines of their leads. */
export function createHoldEntryConsumer(context: EntryContext): Consumer {
  return {
    queue: 'pipeline.hold-entries',
    bindings: ['timeline.hold'],
    prefetch: 8,
    handle: async (event) => {
      const { workspace_id: workspaceId, timestamp: at, data } = parseEnvelope(event.payload);
      const tenant = { workspaceId, mode: event.mode };
      await addEntry(context, { tenant, leadId: readText(data, 'lead_id'), event, at, data });
    },
  };
}
