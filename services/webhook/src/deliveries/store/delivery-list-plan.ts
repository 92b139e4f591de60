import type { ListPlan } from '@plotline/kit/store/lists/list-plan';
import { matchTimeRanges, type TimeRanges } from '@plotline/kit/store/lists/time-ranges';
import type { Filter, Records } from '@plotline/kit/store/records/records';
import type { Delivery } from '../model/delivery.js';
import { noResponseCode } from './delivery-schema.js';

/** Filter of a webhook's deliveries. Any value of each list matches. */
export interface DeliveryFilter extends Pick<TimeRanges, 'created_after' | 'created_before'> {
  readonly status?: readonly string[];
  readonly event?: readonly string[];
  /** Codes such as `503`, classes such as `5xx`, and `none` for an attempt without a complete answer. */
  readonly response_code?: readonly string[];
}

/** Condition that an index serves in the order of the list: one value at a time. */
interface AccessPath {
  readonly index: string;
  readonly field: string;
  readonly values: readonly (string | number)[];
}

type DeliveryRecords = Pick<Records<Delivery>, 'find' | 'count'>;

/** Numbers of matches are compared up to this. Two conditions that match more are equally good. */
const maxCompared = 1_000;

const codeField = 'derived.response_code';

/** Returns the codes of a class that the log has. Each is found by one step in the index. */
async function findCodesOfClass(records: DeliveryRecords, webhookId: string, first: number): Promise<number[]> {
  const codes: number[] = [];
  for (let least = first; least < first + 100; ) {
    const filter = { webhook_id: webhookId, [codeField]: { $gte: least, $lt: first + 100 } };
    const [found] = await records.find(filter, {
      sort: { [codeField]: 1 },
      limit: 1,
      hint: 'response_code',
      projection: { 'attempts.response_code': 1 },
    });
    const code = found?.attempts.at(-1)?.response_code;
    if (typeof code !== 'number') break;
    codes.push(code);
    least = code + 1;
  }
  return codes;
}

async function resolveCodes(records: DeliveryRecords, webhookId: string, values: readonly string[]): Promise<number[]> {
  const codes = await Promise.all(
    values.map((value) => {
      if (value === 'none') return [noResponseCode];
      return value.endsWith('xx') ? findCodesOfClass(records, webhookId, Number(value[0]) * 100) : [Number(value)];
    }),
  );
  return [...new Set(codes.flat())];
}

/** Returns the access path with the fewest matches. Counts only if there are several. */
async function chooseAccessPath(
  records: DeliveryRecords,
  filter: Filter,
  paths: readonly AccessPath[],
): Promise<AccessPath | undefined> {
  if (paths.length <= 1) return paths[0];
  const counted = await Promise.all(
    paths.map(async (path) => {
      const matches = { ...filter, [path.field]: { $in: path.values } };
      return { path, count: await records.count(matches, { hint: path.index, limit: maxCompared }) };
    }),
  );
  return counted.reduce((best, one) => (one.count < best.count ? one : best)).path;
}

/**
 * Plans how to read the delivery log. Several values of a condition are read separately and merged: the matches may all
 * be old, and a scan from the newest delivery would take long to find them.
 */
export async function planDeliveryList(
  records: DeliveryRecords,
  webhookId: string,
  query: DeliveryFilter,
): Promise<ListPlan> {
  const { status, event, response_code } = query;
  const base = { webhook_id: webhookId, ...matchTimeRanges(query) };
  const paths: AccessPath[] = [];
  if (status) paths.push({ index: 'status', field: 'status', values: status });
  if (event) paths.push({ index: 'event', field: 'event', values: event });
  if (response_code) {
    const codes = await resolveCodes(records, webhookId, response_code);
    paths.push({ index: 'response_code', field: codeField, values: codes });
  }
  const path = await chooseAccessPath(records, base, paths);
  const conditions = paths.map(
    ({ field, values }) => [field, values.length === 1 ? values[0] : { $in: values }] as const,
  );
  const filter = { ...base, ...Object.fromEntries(conditions) };
  if (!path) return { filter, hint: 'created_at', countHint: 'created_at' };
  const { index, field, values } = path;
  if (values.length === 1) return { filter, hint: index, countHint: index };
  const filters = values.map((value) => ({ ...filter, [field]: value }));
  return { filter, hint: 'created_at', countHint: index, branches: { filters, hint: index } };
}
