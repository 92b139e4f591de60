import { invalid } from '@plotline/kit/errors';
import { created, versioned } from '@plotline/kit/http/answer';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import { newId } from '@plotline/kit/ids';
import type { Context } from '../context.js';
import * as domain from '../domain/unit.js';
import { missingProperty, referenceFaults } from './check-references.js';
import { unitJson } from './unit-json.js';

/** POST /v1/units */
export function createUnit(context: Context): InspectingHandler {
  const { units, clock } = context;
  const inspect = async ({ caller, body }: Call<Partial<domain.UnitDraft>>) =>
    (await referenceFaults(context, caller, [body])).flat();
  const handle: Handler<domain.UnitDraft> = async (call) => {
    const faults = await inspect(call);
    if (faults.length > 0) throw invalid(...faults);
    const unit = domain.createUnit(call.body, newId('unit'), clock());
    const answer = versioned(created(unitJson(unit)), unit.version);
    const gone = await units.add(call, [unit], answer);
    if (gone.length > 0) throw invalid(missingProperty);
    return answer;
  };
  return { handle, inspect };
}
