import { type AccessPaths, matchAny, matchTimeRanges, type TimeRanges } from '@plotline/kit/store/lists/access-path';
import { type ListPlan, planList } from '@plotline/kit/store/lists/list-plan';
import type { Records } from '@plotline/kit/store/records/records';
import type { Delivery } from '../model/delivery.js';
import { noResponseCode } from './delivery-schema.js';

/** Filter for a webhook's deliveries. A list of values matches any of them. */
export interface DeliveryFilter extends Pick<TimeRanges, 'created_after' | 'created_before'> {
  readonly status?: readonly string[];
  readonly event?: readonly string[];
  readonly event_id?: string;
  /** Codes such as `503`, classes such as `5xx`, and `none` for an attempt without a complete response. */
  readonly response_code?: readonly string[];
}

type DeliveryRecords = Pick<Records<Delivery>, 'find' | 'count' | 'toCacheKey'>;

const codeField = 'derived.response_code';

/** Each value is read separately. All matches may be old, so a scan from the newest delivery could take long. */
const branches = Number.POSITIVE_INFINITY;

export const deliveryPaths: AccessPaths = {
  // Maximum number of matches that are counted. Conditions with more matches are treated as equally selective.
  compareUpTo: 1_000,
  paths: [
    // There is at most one match.
    { index: 'once', fields: ['webhook_id', 'event_id'], sorts: 'all' },
    { index: 'status', fields: ['webhook_id', 'status'], branches },
    { index: 'event', fields: ['webhook_id', 'event'], branches },
    { index: 'response_code', fields: ['webhook_id', codeField], branches },
    { index: 'created_at', fields: ['webhook_id'] },
  ],
};

/** Returns the codes of a class that occur in the log. Each is found by one step in the index. */
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

/** Plans how to read the delivery log. */
export async function planDeliveryList(
  records: DeliveryRecords,
  webhookId: string,
  query: DeliveryFilter,
): Promise<ListPlan> {
  const { status, event, event_id, response_code } = query;
  const filter = {
    webhook_id: webhookId,
    ...matchTimeRanges(query),
    ...(status && { status: matchAny(status) }),
    ...(event && { event: matchAny(event) }),
    ...(event_id !== undefined && { event_id }),
    ...(response_code && { [codeField]: matchAny(await resolveCodes(records, webhookId, response_code)) }),
  };
  return planList(records, deliveryPaths, { filter, sort: 'created_at' });
}
