import { invalid, notFound } from '@plotline/kit/errors';
import { ok, versioned } from '@plotline/kit/http/answer';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import { merge } from '@plotline/kit/merge';
import type { Context } from '../context.js';
import { editUnit, type UnitPatch } from '../domain/edit-unit.js';
import { sees } from '../domain/sight.js';
import type { Unit } from '../domain/unit.js';
import { referenceFaults } from './check-references.js';
import { unitJson } from './unit-json.js';

const change = { type: 'field_update', description: 'The unit was changed.' } as const;

/** A unit stays with the agent whom it is assigned to, whatever became of them. */
function isReassigned(unit: Unit, { assigned_agent }: UnitPatch): boolean {
  return assigned_agent !== undefined && assigned_agent !== unit.assigned_agent;
}

/** PUT /v1/units/:id */
export function updateUnit(context: Context): InspectingHandler {
  const { units, clock, sightOf } = context;
  const handle: Handler<UnitPatch> = async (call) => {
    const { caller, path, body, header } = call;
    const [sight, [faults = []]] = await Promise.all([sightOf(caller), referenceFaults(context, caller, [body])]);
    const now = clock();
    const decide = (before: Unit) => {
      if (!sees(sight, before)) throw notFound();
      if (faults.length > 0 && isReassigned(before, body)) throw invalid(...faults);
      assertIfMatch(header, before);
      return editUnit(before, merge(before, body), now);
    };
    const toAnswer = (unit: Unit) => versioned(ok(unitJson(unit)), unit.version);
    return (await units.change(call, path('id'), change, decide, toAnswer)).answer;
  };
  const inspect = async ({ caller, path, body }: Call<UnitPatch>) => {
    const unit = await units.get(caller, path('id'));
    const isSeen = unit !== null && sees(await sightOf(caller, [unit]), unit);
    return isSeen && isReassigned(unit, body) ? (await referenceFaults(context, caller, [body])).flat() : [];
  };
  return { handle, inspect };
}
