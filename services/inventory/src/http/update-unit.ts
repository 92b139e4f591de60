import { invalid, notFound } from '@plotline/kit/errors';
import { ok } from '@plotline/kit/http/answer';
import { assertMatches } from '@plotline/kit/http/etag';
import type { Handler } from '@plotline/kit/http/handler';
import { merge } from '@plotline/kit/merge';
import type { Context } from '../context.js';
import { editUnit, type UnitPatch } from '../domain/edit-unit.js';
import { sees } from '../domain/sight.js';
import { missingReferences } from './check-references.js';
import { unitJson } from './unit-json.js';

const change = { type: 'field_update', description: 'The unit was changed.' } as const;

/** PUT /v1/units/:id */
export function updateUnit(context: Context): Handler<UnitPatch> {
  const { units, clock, sightOf } = context;
  return async ({ caller, path, body, header }) => {
    const [sight, [faults = []]] = await Promise.all([sightOf(caller), missingReferences(context, caller, [body])]);
    const now = clock();
    const unit = await units.change(caller, path('id'), change, (before) => {
      if (!sees(sight, before)) throw notFound();
      if (faults.length > 0) throw invalid(...faults);
      assertMatches(header, unitJson(before));
      return editUnit(before, merge(before, body), now);
    });
    return ok(unitJson(unit));
  };
}
