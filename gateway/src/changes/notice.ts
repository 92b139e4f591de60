import { type InboundEvent, parseEnvelope, readOptionalText } from '@plotline/kit/broker/message';
import type { Mode } from '@plotline/kit/core/caller';

/** Kind of record, named like the path of its list. */
export type Resource =
  | 'leads'
  | 'tasks'
  | 'holds'
  | 'properties'
  | 'milestones'
  | 'units'
  | 'agents'
  | 'deals'
  | 'commissions'
  | 'invoices'
  | 'instalments'
  | 'payments'
  | 'imports'
  | 'exports'
  | 'webhooks'
  | 'integrations';

/** Operation that lists the records of each kind. A person gets notices of the kinds that their role may list. */
export const listOperations: ReadonlyMap<Resource, string> = new Map([
  ['leads', 'listLeads'],
  ['tasks', 'listTasks'],
  ['holds', 'listHolds'],
  ['properties', 'listProperties'],
  ['milestones', 'listMilestones'],
  ['units', 'listUnits'],
  ['agents', 'listAgents'],
  ['deals', 'listDeals'],
  ['commissions', 'listCommissions'],
  ['invoices', 'listInvoices'],
  ['instalments', 'listDealInstalments'],
  ['payments', 'listInvoicePayments'],
  ['imports', 'listImports'],
  ['exports', 'listExports'],
  ['webhooks', 'listWebhooks'],
  ['integrations', 'listIntegrations'],
]);

/**
 * Notice to a page that a record has changed. Contains no data of the record, because the page reads the record with
 * the person's own permissions.
 */
export interface Notice {
  /** Name of the event, such as `lead.stage_changed`. */
  readonly type: string;
  readonly resource: Resource;
  /**
   * Id of the record. Null when many records of the kind changed, or when the person may not be allowed to view the
   * record.
   */
  readonly id: string | null;
  /** ISO 8601. */
  readonly updated_at: string;
}

/** A change of a record, read from an event. */
export interface Change {
  /** Workspace and mode, as `toTenantKey` joins them. */
  readonly tenant: string;
  /** Milliseconds since the epoch. */
  readonly madeAt: number;
  readonly notice: Notice;
  /** Whether only roles that manage listings may know the id of the record. */
  readonly isRestricted: boolean;
}

export function toTenantKey(workspaceId: string, mode: Mode): string {
  return `${workspaceId}:${mode}`;
}

/** Kinds of records by the first word of their events. */
const resources: ReadonlyMap<string, Resource> = new Map([
  ['lead', 'leads'],
  ['task', 'tasks'],
  ['hold', 'holds'],
  ['property', 'properties'],
  ['milestone', 'milestones'],
  ['unit', 'units'],
  ['agent', 'agents'],
  ['deal', 'deals'],
  ['commission', 'commissions'],
  ['invoice', 'invoices'],
  ['instalment', 'instalments'],
  ['payment', 'payments'],
  ['webhook', 'webhooks'],
  ['integration', 'integrations'],
]);

/** Maps the first word of events whose records have no id of their own to the kind of record that they belong to. */
const parents: ReadonlyMap<string, string> = new Map([['milestone', 'property']]);

/** Kinds of jobs that pages show. The undo of an import is shown with the import. */
const resourcesOfJobs: ReadonlyMap<string, Resource> = new Map([
  ['import', 'imports'],
  ['undo', 'imports'],
  ['export', 'exports'],
]);

/** Units that every person of the workspace may view. */
const openVisibilities: ReadonlySet<string | null> = new Set(['public', 'agents']);

/** Reads the change that an event reports; null when no page shows its record. Throws when the event is malformed. */
export function readChange({ name, payload, mode }: Pick<InboundEvent, 'name' | 'payload' | 'mode'>): Change | null {
  const [group = ''] = name.split('.', 1);
  const { workspace_id: workspaceId, timestamp, data } = parseEnvelope(payload);
  const isJob = group === 'job';
  const resource = isJob ? resourcesOfJobs.get(readOptionalText(data, 'kind') ?? '') : resources.get(group);
  if (resource === undefined) return null;
  const id =
    readOptionalText(data, isJob ? 'about' : 'id') ?? readOptionalText(data, `${parents.get(group) ?? group}_id`);
  const updatedAt = readOptionalText(data, 'updated_at') ?? timestamp.toISOString();
  return {
    tenant: toTenantKey(workspaceId, mode),
    madeAt: timestamp.getTime(),
    notice: { type: name, resource, id, updated_at: updatedAt },
    isRestricted: resource === 'units' && !openVisibilities.has(readOptionalText(data, 'visibility')),
  };
}

/** Reads all changes that an event reports. A merge changes two leads: the surviving lead and the removed lead. */
export function readChanges(event: Pick<InboundEvent, 'name' | 'payload' | 'mode'>): readonly Change[] {
  const change = readChange(event);
  if (!change) return [];
  const mergedId =
    event.name === 'lead.merged' ? readOptionalText(parseEnvelope(event.payload).data, 'merged_id') : null;
  return mergedId === null ? [change] : [change, { ...change, notice: { ...change.notice, id: mergedId } }];
}

/**
 * If more records of one kind change, a single notice without an id replaces their notices, so that a bulk change stays
 * small.
 */
const maxPerResource = 20;

/**
 * Merges the changes of one tenant. Keeps the last change of each record and type. Combines the changes of a kind that
 * has too many.
 */
export function mergeChanges(changes: readonly Change[]): readonly Change[] {
  const last = new Map(changes.map((change) => [`${change.notice.type} ${change.notice.id}`, change]));
  const byResource = new Map<Resource, Change[]>();
  for (const change of last.values()) {
    const { resource } = change.notice;
    byResource.set(resource, [...(byResource.get(resource) ?? []), change]);
  }
  return [...byResource.values()].flatMap((group) => {
    const latest = group.at(-1);
    if (!latest || group.length <= maxPerResource) return group;
    return [{ ...latest, notice: { ...latest.notice, id: null } }];
  });
}
