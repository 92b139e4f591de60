import type { Caller } from '@plotline/kit/caller';
import { type Answer, page } from '@plotline/kit/http/answer';
import { selectFields } from '@plotline/kit/http/fields';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import type { UnitQuery } from '../store/unit-query.js';
import { unitJson, unitSummaryJson } from './unit-json.js';
import { type Relation, relationsOf } from './unit-relations.js';

export interface UnitListQuery extends UnitQuery {
  readonly fields?: readonly string[];
  readonly expand?: readonly Relation[];
}

/** A page of the units that the caller sees. */
export async function answerUnits(context: Context, caller: Caller, query: UnitListQuery): Promise<Answer> {
  const { records, info } = await context.units.list(caller, query, await context.sightOf(caller));
  const relations = await relationsOf(context, caller, records, query.expand);
  const json = records.map((unit) => ({
    ...(query.fields ? selectFields(unitJson(unit), query.fields) : unitSummaryJson(unit)),
    ...relations(unit),
  }));
  return page(json, info);
}

/** GET /v1/units */
export function listUnits(context: Context): Handler<unknown, UnitListQuery> {
  return ({ caller, query }) => answerUnits(context, caller, query);
}
