import type { Tree } from '../../../../support/contract/tree.js';
import type { SeenEvent } from './seen-event.js';

export interface SeenRecord extends Tree {
  readonly id: string;
}

/** All data of one tenant that the API returns after the load and the faults. */
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
  readonly holds: readonly SeenRecord[];
  /** Instalments of all deals that have a payment plan. */
  readonly instalments: readonly SeenRecord[];
  /** Payments by invoice, for invoices of instalments. */
  readonly payments: ReadonlyMap<string, readonly SeenRecord[]>;
  readonly webhooks: readonly SeenRecord[];
  /** Timelines by lead, oldest entry first. */
  readonly timelines: ReadonlyMap<string, readonly SeenRecord[]>;
  /** Deliveries by webhook. */
  readonly deliveries: ReadonlyMap<string, readonly SeenRecord[]>;
  readonly observerId: string;
  /** Events that the observer received, in the order of arrival. */
  readonly events: readonly SeenEvent[];
  /** Events that a reader got from the event log by cursor during the campaign, in that order. */
  readonly log: readonly SeenEvent[];
  /** Ids of the whole event log, read from its beginning at the end of the campaign. */
  readonly logAgain: readonly string[];
  /** Number of times that the event log reported that events were removed. */
  readonly logGaps: number;
  /** `data` of reports, by path. */
  readonly reports: ReadonlyMap<string, Tree>;
  /** `meta.total` of filtered lists, by path. */
  readonly totals: ReadonlyMap<string, unknown>;
  /** Ids from list pages by page number, to be compared with the list by cursor. */
  readonly pagedLeadIds: readonly string[];
  /** Status of GET requests for another tenant's records, by path. */
  readonly foreignReads: ReadonlyMap<string, number>;
  /** Status of GET requests for deleted records, by path. */
  readonly deletedReads: ReadonlyMap<string, number>;
}

/** Returns the records of a kind that operations write. */
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

/** Returns the value that identifies the call that created a record. It is different for every call. */
export function nameOf(resource: string, record: Tree): unknown {
  return resource === 'webhook' ? record.url : record.name;
}
