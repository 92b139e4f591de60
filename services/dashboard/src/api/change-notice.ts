/** Tells that a record has changed, without its data (gateway/design/changes.md). */
export interface ChangeNotice {
  /** Name of the event, such as `lead.stage_changed`. */
  readonly type: string;
  /** Kind of record, named like the path of its list. */
  readonly resource: string;
  /** Null when it isn't said which records of the kind changed. */
  readonly id: string | null;
}

/** The second parts of the query keys that records of each kind appear in; the parts before are the tenant's. */
const queriesByResource: ReadonlyMap<string, readonly string[]> = new Map([
  // Erasing a lead removes its tasks without saying so.
  ['leads', ['leads', 'lead', 'tasks']],
  ['tasks', ['tasks', 'leads']],
  // A change of a hold alone doesn't change its unit.
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

/** Whether a change causes a notification, which is written shortly after it. */
export function isNotifying({ type }: Pick<ChangeNotice, 'type'>): boolean {
  return notifyingTypes.test(type);
}

export function isBellQuery(name: unknown): boolean {
  return bellQueries.some((one) => one === name);
}

const isLeadId = (part: unknown): part is string => typeof part === 'string' && part.startsWith('lead_');

/** Whether a query may show one of the changed records. `rest` is its key without the parts of the tenant. */
export function isConcerned(rest: readonly unknown[], notices: readonly ChangeNotice[]): boolean {
  const [name, second] = rest;
  return notices.some(({ resource, id }) => {
    if (!queriesByResource.get(resource)?.some((one) => one === name)) return false;
    // A task or hold shows on the page of its lead. If lists of leads show it, the lead has changed, too.
    if (name === 'leads' && resource !== 'leads') return isLeadId(second);
    // The page of one lead doesn't show others.
    return !(resource === 'leads' && isLeadId(second) && id !== null && id !== second);
  });
}
