import { created, noContent, ok, withVersion } from '@plotline/kit/core/answer';
import { invalid, notFound, type ProblemDetail } from '@plotline/kit/core/errors';
import { newId } from '@plotline/kit/core/ids';
import { merge } from '@plotline/kit/core/merge';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { editUnit, type MergedUnit, type UnitPatch } from '../model/edit-unit.js';
import * as domain from '../model/unit.js';
import { canView } from '../model/visibility.js';
import { findReferenceFaults, unknownProperty } from './check-references.js';
import { toUnitJson } from './unit-json.js';

/** POST /v1/units */
export function createUnit(context: Context): InspectingHandler {
  const { units, clock } = context;
  const inspect = async ({ caller, body }: Call<Partial<domain.UnitDraft>>) => [
    ...domain.findPriceFaults(body.price),
    ...(await findReferenceFaults(context, caller, [body])).flat(),
  ];
  const handle: Handler<domain.UnitDraft> = async (call) => {
    const faults = await inspect(call);
    if (faults.length > 0) throw invalid(...faults);
    const unit = domain.createUnit(call.body, newId('unit'), clock());
    const answer = withVersion(created(toUnitJson(unit)), unit.version);
    const missing = await units.add(call, [unit], answer);
    if (missing.length > 0) throw invalid(unknownProperty);
    return answer;
  };
  return { handle, inspect };
}

/** An unchanged assignment is not checked, because a unit stays assigned to a deactivated agent. */
function changesAssignment(unit: domain.Unit, { assigned_agent }: UnitPatch): boolean {
  return assigned_agent !== undefined && assigned_agent !== unit.assigned_agent;
}

/** Finds the faults of a change that the contract can't find. `ofAgent` are those of the agent in the patch. */
export function findChangeFaults(
  before: domain.Unit,
  { price }: Pick<MergedUnit, 'price'>,
  patch: UnitPatch,
  ofAgent: readonly ProblemDetail[],
): ProblemDetail[] {
  return [...domain.findPriceFaults(price, before.price), ...(changesAssignment(before, patch) ? ofAgent : [])];
}

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
    const decide = (before: domain.Unit, now: Date) => {
      if (!canView(allowed, before)) throw notFound();
      const merged = merge(before, body);
      const found = findChangeFaults(before, merged, body, faults);
      if (found.length > 0) throw invalid(...found);
      assertIfMatch(header, before);
      return editUnit(before, merged, now);
    };
    const toAnswer = (unit: domain.Unit) => withVersion(ok(toUnitJson(unit)), unit.version);
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

/** DELETE /v1/units/:id */
export function deleteUnit(context: Context): Handler {
  return async (call) => {
    const allowed = await context.visibilityOf(call.caller);
    await context.units.remove(call, call.path('id'), (unit) => {
      if (!canView(allowed, unit)) throw notFound();
      assertIfMatch(call.header, unit);
    });
    return noContent();
  };
}
