import type { Caller, Mode, Tenant } from '@plotline/kit/core/caller';
import { toLocalDay } from '@plotline/kit/core/time-zone';
import {
  type AccessPaths,
  matchAny,
  matchTimeRanges,
  type TimeRanges,
  timeRanges,
} from '@plotline/kit/store/lists/access-path';
import {
  type Listed,
  type ListQuery,
  listRecords,
  type Walked,
  type WalkPage,
  walkRecords,
} from '@plotline/kit/store/lists/list';
import { type ListPlan, planList } from '@plotline/kit/store/lists/list-plan';
import type { Countable } from '@plotline/kit/store/lists/total';
import type { Collection } from '@plotline/kit/store/records/collection';
import type { Filter, Versioned } from '@plotline/kit/store/records/records';
import type { ClientSession } from 'mongoose';
import type { LeadMove } from '../../leads/model/merge-leads.js';

/**
 * Filters of the lists of deals, instalments, invoices, payments and commissions. Each record type has some of the
 * fields.
 */
export interface SaleListQuery extends ListQuery, TimeRanges {
  readonly status?: readonly string[];
  readonly agent_id?: string;
  readonly lead_id?: string;
  /** Id of a property or a unit. The id of a unit selects the deals about that unit. */
  readonly property_id?: string;
  readonly unit_id?: string;
  readonly deal_id?: string;
  readonly invoice_id?: string;
  /** Methods of payment. */
  readonly method?: readonly string[];
  /** True for overdue invoices only, false for all other invoices. */
  readonly overdue?: boolean;
  /** Current day of the caller, which determines whether invoices are overdue. */
  readonly today?: string;
}

/** Adds the caller's day to a query of invoices that filters by the day. */
export function addToday<Query extends SaleListQuery>(query: Query, { timeZone }: Pick<Caller, 'timeZone'>, now: Date) {
  return query.overdue === undefined ? query : { ...query, today: toLocalDay(now, timeZone) };
}

/** Filters by one value, the most selective first. Each is also the name of an index. */
const valueFields = ['invoice_id', 'deal_id', 'unit_id', 'lead_id', 'property_id', 'agent_id'] as const;

/** Due day of an invoice that isn't paid yet. */
const unpaidDue = 'derived.unpaid_due';

/** Each record type has some of the indexes, for the filters of its list. */
const salePaths: AccessPaths = {
  ranges: [timeRanges],
  paths: [
    ...valueFields.map((field) => ({ index: field, fields: [field], sorts: 'few' as const })),
    { index: 'unpaid_due', range: unpaidDue, sorts: 'few' },
    { index: 'status', fields: ['status'], sorts: 'few' },
    { index: 'created_at' },
    { index: 'updated_at', order: 'updated_at', counts: [{ index: 'created_at' }] },
  ],
};

/** Moves a unit's id from `property_id` to `unit_id`. */
function moveUnitId(query: SaleListQuery): SaleListQuery {
  const { property_id: listing, ...rest } = query;
  if (!listing?.startsWith('unit_')) return query;
  // No deal has two different units. The empty id matches nothing.
  return { ...rest, unit_id: query.unit_id === undefined || query.unit_id === listing ? listing : '' };
}

/** Converts the filters of a query to a MongoDB filter. */
export function toSaleFilter(query: Omit<SaleListQuery, keyof ListQuery>): Filter {
  const { status, method, overdue, today } = query;
  const isOverdue = { $lt: today };
  const fields = valueFields.filter((field) => query[field] !== undefined);
  return {
    ...matchTimeRanges(query),
    ...Object.fromEntries(fields.map((field) => [field, query[field]])),
    ...(status && { status: matchAny(status) }),
    ...(method && { method: matchAny(method) }),
    ...(overdue !== undefined && { [unpaidDue]: overdue ? isOverdue : { $not: isOverdue } }),
  };
}

/** Plans how to read a list. */
export function planSaleList<T extends Versioned>(records: Countable<T>, query: SaleListQuery): Promise<ListPlan> {
  return planList(records, salePaths, { filter: toSaleFilter(moveUnitId(query)), sort: query.sort });
}

/** Record before and after a decision about it. */
export interface RecordVersions<T> {
  readonly before: T;
  readonly after: T;
}

/**
 * Stored records of one kind: deals, instalments, invoices, payments or commissions. They are written only in the
 * transactions of sales.
 */
export class SaleRecords<T extends Versioned> {
  protected readonly collection: Collection<T>;

  constructor(collection: Collection<T>) {
    this.collection = collection;
  }

  /** Name of the collection, for aggregation stages that join these records. */
  get collectionName(): string {
    return this.collection.declared.name;
  }

  /** Returns the records of every workspace, for rebuilds. */
  acrossWorkspaces(mode: Mode) {
    return this.collection.acrossWorkspaces(mode);
  }

  async add(tenant: Tenant, record: T, session: ClientSession): Promise<void> {
    await this.collection.in(tenant).insert([record], session);
  }

  /** Stores new records in a transaction. */
  async addAll(tenant: Tenant, records: readonly T[], session: ClientSession): Promise<void> {
    if (records.length > 0) await this.collection.in(tenant).insert(records, session);
  }

  get(tenant: Tenant, id: string, session?: ClientSession): Promise<T | null> {
    return this.collection.in(tenant).get(id, session);
  }

  /** Returns the records with these ids, in no particular order. Skips ids that don't exist. */
  getMany(tenant: Tenant, ids: readonly string[], session?: ClientSession): Promise<T[]> {
    return this.collection.in(tenant).find({ _id: { $in: [...ids] } }, session && { session });
  }

  /** Writes the record with the next version, and resolves to it. Throws VersionConflict. */
  change(tenant: Tenant, { before, after }: RecordVersions<T>, session: ClientSession): Promise<T> {
    return this.collection.in(tenant).change(before, after, session);
  }

  /** Writes several records in a transaction, each with its next version. Throws VersionConflict. */
  async changeAll(tenant: Tenant, changes: readonly RecordVersions<T>[], session: ClientSession): Promise<void> {
    const changed = changes.filter(({ before, after }) => before !== after);
    if (changed.length > 0) await this.collection.in(tenant).changeAll(changed, session);
  }

  /** Returns the records of these leads. */
  findOfLeads(tenant: Tenant, leadIds: readonly string[], session?: ClientSession): Promise<T[]> {
    const options = { hint: 'lead_id', ...(session && { session }) };
    return this.collection.in(tenant).find({ lead_id: { $in: [...leadIds] } }, options);
  }

  /** Moves the records of a merged lead to the survivor within a transaction. */
  async moveToLead(tenant: Tenant, { from, to, at }: LeadMove, session: ClientSession): Promise<void> {
    const update = { $set: { lead_id: to, updated_at: at }, $inc: { version: 1 } };
    await this.collection.in(tenant).updateMany({ lead_id: from }, update, session);
  }

  /** Yields all records of a workspace. In a transaction, all of them come from one snapshot. */
  each(tenant: Tenant, session?: ClientSession): AsyncGenerator<T> {
    return this.collection.in(tenant).each({}, { hint: 'created_at', ...(session && { session }) });
  }

  async list(tenant: Tenant, query: SaleListQuery): Promise<Listed<T>> {
    const records = this.collection.in(tenant);
    return listRecords(records, await planSaleList(records, query), query);
  }

  /** Reads one page of the records that match the query. */
  async walk(tenant: Tenant, query: SaleListQuery, page: WalkPage): Promise<Walked<T>> {
    const records = this.collection.in(tenant);
    return walkRecords(records, await planSaleList(records, query), page);
  }
}

/** Records that exist once for each deal. */
export class DealRecords<T extends Versioned> extends SaleRecords<T> {
  /** Returns the record of the deal. A missing record is an internal error. */
  async getByDeal(tenant: Tenant, dealId: string, session?: ClientSession): Promise<T> {
    const found = await this.collection.in(tenant).findOne({ deal_id: dealId }, session);
    if (!found) throw new Error(`A record of the deal ${dealId} is missing.`);
    return found;
  }

  /** Returns the records of these deals, in no particular order. */
  getByDeals(tenant: Tenant, dealIds: readonly string[], session?: ClientSession): Promise<T[]> {
    const options = { hint: 'one_per_deal', ...(session && { session }) };
    return this.collection.in(tenant).find({ deal_id: { $in: [...dealIds] } }, options);
  }
}
