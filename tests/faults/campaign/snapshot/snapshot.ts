import type { Tree } from '../../../support/contract/tree.js';

export interface SeenRecord extends Tree {
  readonly id: string;
}

/** An event as a receiver got it. */
export interface SeenEvent {
  readonly id: string;
  readonly event: string;
  readonly workspaceId: string;
  readonly data: Tree;
  /** Null where the payload has none. */
  readonly previous: Tree | null;
  readonly body: string;
}

/** Everything of one tenant as it can be read from outside once all is quiet. */
export interface Snapshot {
  readonly tenant: string;
  readonly workspaceId: string;
  readonly leads: readonly SeenRecord[];
  readonly properties: readonly SeenRecord[];
  readonly units: readonly SeenRecord[];
  readonly agents: readonly SeenRecord[];
  readonly teams: readonly SeenRecord[];
  readonly deals: readonly SeenRecord[];
  readonly invoices: readonly SeenRecord[];
  readonly commissions: readonly SeenRecord[];
  readonly webhooks: readonly SeenRecord[];
  /** By lead, oldest first. */
  readonly timelines: ReadonlyMap<string, readonly SeenRecord[]>;
  /** By webhook. */
  readonly deliveries: ReadonlyMap<string, readonly SeenRecord[]>;
  readonly observerId: string;
  /** What the observer received, in the order of arrival. */
  readonly events: readonly SeenEvent[];
  /** `data` of reports, by path. */
  readonly reports: ReadonlyMap<string, Tree>;
  /** `meta.total` of filtered lists, by path. */
  readonly totals: ReadonlyMap<string, unknown>;
  /** Ids of list pages by page number, to be compared with the walk by cursor. */
  readonly pagedLeadIds: readonly string[];
  /** Status of GET of records that are another tenant's, by path. */
  readonly foreignReads: ReadonlyMap<string, number>;
  /** Status of GET of records that were deleted, by path. */
  readonly deletedReads: ReadonlyMap<string, number>;
}

/** The records of a kind that operations write. */
export function recordsOf(snapshot: Snapshot, resource: string): readonly SeenRecord[] {
  switch (resource) {
    case 'lead':
      return snapshot.leads;
    case 'property':
      return snapshot.properties;
    case 'unit':
      return snapshot.units;
    case 'agent':
      return snapshot.agents;
    case 'team':
      return snapshot.teams;
    default:
      return snapshot.webhooks;
  }
}

/** What tells which call made a record: no two calls give the same. */
export function nameOf(resource: string, record: Tree): unknown {
  return resource === 'webhook' ? record.url : record.name;
}
