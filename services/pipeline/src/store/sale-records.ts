import type { Tenant } from '@plotline/kit/core/caller';
import { type Listed, type ListQuery, listRecords } from '@plotline/kit/store/lists/list';
import { type ListPlan, planByMatches, planByTime } from '@plotline/kit/store/lists/list-plan';
import { matchTimeRanges, type TimeRanges } from '@plotline/kit/store/lists/time-ranges';
import type { Countable } from '@plotline/kit/store/lists/total';
import { type Walked, type WalkPage, walkRecords } from '@plotline/kit/store/lists/walk';
import type { Collection } from '@plotline/kit/store/records/collection';
import type { Filter, Versioned } from '@plotline/kit/store/records/records';
import type { ClientSession } from 'mongoose';

/** Filters of the lists of deals, invoices and commissions; each record type has some of the fields. */
export interface SaleListQuery extends ListQuery, TimeRanges {
  readonly status?: readonly string[];
  readonly agent_id?: string;
  readonly lead_id?: string;
  /** A property's id, or a unit's: then the deals on that unit. */
  readonly property_id?: string;
  readonly unit_id?: string;
  readonly deal_id?: string;
}

/** Most selective first. Each field is also the name of an index that ends with the order of creation. */
const selectiveFields = ['deal_id', 'unit_id', 'lead_id', 'property_id', 'agent_id'] as const;

/** The query with the unit's id in `unit_id` when `property_id` has one. */
function moveUnitId(query: SaleListQuery): SaleListQuery {
  const { property_id: listing, ...rest } = query;
  if (!listing?.startsWith('unit_')) return query;
  // Of two different units no deal has both: the empty id matches nothing.
  return { ...rest, unit_id: query.unit_id === undefined || query.unit_id === listing ? listing : '' };
}

function toFilter(query: SaleListQuery): Filter {
  const { status } = query;
  const fields = selectiveFields.filter((field) => query[field] !== undefined);
  return {
    ...matchTimeRanges(query),
    ...Object.fromEntries(fields.map((field) => [field, query[field]])),
    ...(status && { status: status.length === 1 ? status[0] : { $in: status } }),
  };
}

/** The index that finds the matches of the most selective condition, in the order of their creation. */
function chooseIndex(query: SaleListQuery): string {
  const [field] = selectiveFields.filter((name) => query[name] !== undefined);
  return field ?? (query.status?.length === 1 ? 'status' : 'created_at');
}

/** Plans how to read a list. */
export async function planSaleList<T extends Versioned>(
  records: Countable<T>,
  requested: SaleListQuery,
): Promise<ListPlan> {
  const query = moveUnitId(requested);
  const filter = toFilter(query);
  const byTime = await planByTime(records, filter, query);
  if (byTime) return byTime;
  const { sort } = query;
  const index = chooseIndex(query);
  if (sort === 'created_at') return { filter, hint: index, countHint: index };
  if (index === 'created_at') return { filter, hint: sort, countHint: index };
  return planByMatches(records, filter, index, sort);
}

/** A record as it was read, and as it was decided. */
export interface RecordVersions<T> {
  readonly before: T;
  readonly after: T;
}

/** Deals, invoices or commissions. They are written only within the transactions of sales. */
export class SaleRecords<T extends Versioned> {
  protected readonly collection: Collection<T>;

  constructor(collection: Collection<T>) {
    this.collection = collection;
  }

  /** For stages of aggregations that join these records. */
  get collectionName(): string {
    return this.collection.declared.name;
  }

  async add(tenant: Tenant, record: T, session: ClientSession): Promise<void> {
    await this.collection.in(tenant).insert([record], session);
  }

  get(tenant: Tenant, id: string): Promise<T | null> {
    return this.collection.in(tenant).get(id);
  }

  /** The records among the ids that exist, in no particular order. */
  getMany(tenant: Tenant, ids: readonly string[]): Promise<T[]> {
    return this.collection.in(tenant).find({ _id: { $in: [...ids] } });
  }

  /** Resolves to the record as stored, one version up. Throws VersionConflict. */
  change(tenant: Tenant, { before, after }: RecordVersions<T>, session: ClientSession): Promise<T> {
    return this.collection.in(tenant).change(before, after, session);
  }

  /** All records of a workspace, at one moment within a transaction. */
  each(tenant: Tenant, session?: ClientSession): AsyncGenerator<T> {
    return this.collection.in(tenant).each({}, { hint: 'created_at', ...(session && { session }) });
  }

  async list(tenant: Tenant, query: SaleListQuery): Promise<Listed<T>> {
    const records = this.collection.in(tenant);
    const plan = await planSaleList(records, query);
    return listRecords(records, plan.filter, query, plan);
  }

  /** One page of a walk through the records of the query. */
  async walk(tenant: Tenant, query: SaleListQuery, page: WalkPage): Promise<Walked<T>> {
    const records = this.collection.in(tenant);
    return walkRecords(records, await planSaleList(records, query), page);
  }
}

/** Records of which each deal has one. */
export class DealRecords<T extends Versioned> extends SaleRecords<T> {
  /** A missing record is an error of the service. */
  async getByDeal(tenant: Tenant, dealId: string, session?: ClientSession): Promise<T> {
    const found = await this.collection.in(tenant).findOne({ deal_id: dealId }, session);
    if (!found) throw new Error(`A record of the deal ${dealId} is missing.`);
    return found;
  }

  /** The records of these deals, in no particular order. */
  getByDeals(tenant: Tenant, dealIds: readonly string[]): Promise<T[]> {
    return this.collection.in(tenant).find({ deal_id: { $in: [...dealIds] } }, { hint: 'one_per_deal' });
  }
}
