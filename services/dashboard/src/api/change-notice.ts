/** Notice that a record has changed, without its data (gateway/design/changes.md). */
export interface ChangeNotice {
  /** Name of the event, such as `lead.stage_changed`. */
  readonly type: string;
  /** Kind of record, as in the path of its list. */
  readonly resource: string;
  /** Null if the notice doesn't say which records of the kind changed. */
  readonly id: string | null;
}

/** Names of the queries in which records of each kind appear. In a query key, the name follows the tenant's parts. */
const queriesByResource: ReadonlyMap<string, readonly string[]> = new Map([
  // Erasing a lead also removes its tasks, without events about them.
  ['leads', ['leads', 'lead', 'tasks']],
  ['tasks', ['tasks', 'leads']],
  // A change that affects only a hold doesn't change its unit.
  ['holds', ['holds', 'hold', 'units', 'unit', 'properties', 'leads']],
  ['properties', ['properties', 'units']],
  ['milestones', ['milestones']],
  ['units', ['units', 'unit', 'properties']],
  ['agents', ['people', 'agents']],
  ['deals', ['deals', 'deal', 'sales']],
  ['commissions', ['commissions', 'deals', 'deal']],
  ['invoices', ['invoices', 'deals', 'deal', 'instalments', 'sales']],
  ['instalments', ['deals', 'deal', 'instalments', 'sales']],
  ['payments', ['invoices', 'deals', 'deal', 'instalments', 'sales']],
  ['imports', ['imports', 'import', 'import-errors']],
  ['exports', ['exports']],
  ['webhooks', ['webhooks']],
  ['integrations', ['integrations']],
]);

const bellQueries = ['unread-notifications', 'notifications'];

/** Events that become notifications. */
const notifyingTypes = /^(job\..+|lead\.assigned|unit\.sold|(webhook|integration)\.disabled)$/;

/** Names of the queries that can be refreshed. */
export const followedQueries: ReadonlySet<string> = new Set([
  ...[...queriesByResource.values()].flat(),
  ...bellQueries,
]);

/** Checks whether a change causes a notification, which is written shortly after it. */
export function isNotifying({ type }: Pick<ChangeNotice, 'type'>): boolean {
  return notifyingTypes.test(type);
}

export function isBellQuery(name: unknown): boolean {
  return bellQueries.some((one) => one === name);
}

const isLeadId = (part: unknown): part is string => typeof part === 'string' && part.startsWith('lead_');

/** Checks whether a query may show one of the changed records. `rest` is the query's key without the tenant's parts. */
export function isConcerned(rest: readonly unknown[], notices: readonly ChangeNotice[]): boolean {
  const [name, second] = rest;
  return notices.some(({ resource, id }) => {
    if (!queriesByResource.get(resource)?.some((one) => one === name)) return false;
    // A changed task or hold affects only the page of its lead. If it also affects lists of leads, the lead itself has
    // changed too.
    if (name === 'leads' && resource !== 'leads') return isLeadId(second);
    // The page of one lead doesn't show other leads.
    return !(resource === 'leads' && isLeadId(second) && id !== null && id !== second);
  });
}
