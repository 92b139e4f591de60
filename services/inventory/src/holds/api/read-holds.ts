import { ok, page, selectFields, withVersion } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import { notFound } from '@plotline/kit/core/errors';
import type { Handler } from '@plotline/kit/http/handler';
import type { ReadRecord } from '@plotline/kit/rpc/get-record';
import type { ReadPage } from '@plotline/kit/rpc/read-records';
import type { Context } from '../../context.js';
import { type Hold, isDue } from '../model/hold.js';
import { toHoldJson } from '../model/hold-json.js';
import type { HoldQuery } from '../store/hold-query.js';
import { fetchRelations, type Relation } from './hold-relations.js';

interface ShownFields {
  readonly fields?: readonly string[];
  readonly expand?: readonly Relation[];
}

/** GET /v1/holds */
export function listHolds(context: Context): Handler<unknown, HoldQuery & ShownFields> {
  return async ({ caller, query }) => {
    const { fields, expand, ...rest } = query;
    const { records, info } = await context.holds.list(caller, rest);
    const relations = await fetchRelations(context, caller, records, expand);
    return page(
      records.map((hold) => ({ ...selectFields(toHoldJson(hold), fields), ...relations(hold) })),
      info,
    );
  };
}

/** Reads a hold. Ends the hold first if its time has passed. */
async function readCurrent({ holds, clock, expireHolds }: Context, caller: Caller, id: string): Promise<Hold | null> {
  const hold = await holds.get(caller, id);
  if (!hold || !isDue(hold, clock())) return hold;
  await expireHolds(caller, [hold.unit_id]);
  return holds.get(caller, id);
}

/** Reads a hold for RecordDetailsService.GetRecord, in the form of the response to GET. */
export function readHold(context: Context): ReadRecord {
  return async (caller, id) => {
    const hold = await readCurrent(context, caller, id);
    return hold && toHoldJson(hold);
  };
}

/** GET /v1/holds/:id */
export function getHold(context: Context): Handler<unknown, ShownFields> {
  return async ({ caller, path, query }) => {
    const hold = await readCurrent(context, caller, path('id'));
    if (!hold) throw notFound();
    const relations = await fetchRelations(context, caller, [hold], query.expand);
    return withVersion(ok({ ...selectFields(toHoldJson(hold), query.fields), ...relations(hold) }), hold.version);
  };
}

/** Reads a page of holds for RecordsService.ReadRecords, in the form of the response to GET. */
export function readHoldPage({ holds }: Context): ReadPage<HoldQuery> {
  return async (caller, query, part) => {
    const { records, total } = await holds.walk(caller, query, part);
    return { records: records.map(toHoldJson), total };
  };
}
