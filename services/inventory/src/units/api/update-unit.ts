import { ok, withVersion } from '@plotline/kit/core/answer';
import { invalid, notFound } from '@plotline/kit/core/errors';
import { merge } from '@plotline/kit/core/json-object';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { editUnit, findChangeFaults, type UnitPatch } from '../model/edit-unit.js';
import type { Unit } from '../model/unit.js';
import { canView } from '../model/visibility.js';
import { findReferenceFaults } from './check-references.js';
import { mayReadLeads, toUnitJson } from './unit-json.js';

/** PUT /v1/units/:id */
export function updateUnit(context: Context): InspectingHandler {
  const { units } = context;
  const description = { type: 'field_update', description: 'The unit was changed.' } as const;
  const handle: Handler<UnitPatch> = async (call) => {
    const { caller, path, body, header } = call;
    const [allowed, [faults = []]] = await Promise.all([
      context.visibilityOf(caller),
      findReferenceFaults(context, caller, [body]),
    ]);
    const decide = (before: Unit, now: Date) => {
      if (!canView(allowed, before)) throw notFound();
      const merged = merge(before, body);
      const found = findChangeFaults(before, merged, body, faults);
      if (found.length > 0) throw invalid(...found);
      assertIfMatch(header, before);
      return editUnit(before, merged, now);
    };
    const toAnswer = (unit: Unit) => withVersion(ok(toUnitJson(unit, mayReadLeads(caller))), unit.version);
    return (await units.change(call, path('id'), description, decide, toAnswer)).answer;
  };
  const inspect = async ({ caller, path, body }: Call<UnitPatch>) => {
    const unit = await units.get(caller, path('id'));
    if (!unit || !canView(await context.visibilityOf(caller, [unit]), unit)) return [];
    const ofReferences = (await findReferenceFaults(context, caller, [body])).flat();
    return findChangeFaults(unit, merge(unit, body), body, ofReferences);
  };
  return { handle, inspect };
}
