import { notFound } from '@plotline/kit/errors';
import { ok, versioned } from '@plotline/kit/http/answer';
import { selectFields } from '@plotline/kit/http/fields';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import { sees } from '../domain/sight.js';
import { unitJson } from './unit-json.js';
import { type Relation, relationsOf } from './unit-relations.js';

interface Query {
  readonly fields?: readonly string[];
  readonly expand?: readonly Relation[];
}

/** GET /v1/units/:id */
export function readUnit(context: Context): Handler<unknown, Query> {
  return async ({ caller, path, query }) => {
    const unit = await context.units.get(caller, path('id'));
    if (!unit || !sees(await context.sightOf(caller, [unit]), unit)) throw notFound();
    const relations = await relationsOf(context, caller, [unit], query.expand);
    return versioned(ok({ ...selectFields(unitJson(unit), query.fields), ...relations(unit) }), unit.version);
  };
}
