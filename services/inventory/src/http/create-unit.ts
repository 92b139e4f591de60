import { answering } from '@plotline/kit/caller';
import { created } from '@plotline/kit/http/answer';
import type { Handler } from '@plotline/kit/http/handler';
import { newId } from '@plotline/kit/ids';
import type { Context } from '../context.js';
import * as domain from '../domain/unit.js';
import { checkReferences } from './check-references.js';
import { unitJson } from './unit-json.js';

/** POST /v1/units */
export function createUnit(context: Context): Handler<domain.UnitDraft> {
  const { units, clock } = context;
  return async ({ caller, body }) => {
    await checkReferences(context, caller, body);
    const unit = domain.createUnit(body, newId('unit'), clock());
    const answer = created(unitJson(unit));
    await units.add(answering(caller, answer), [unit]);
    return answer;
  };
}
