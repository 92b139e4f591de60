import { created, withHeaders, withVersion } from '@plotline/kit/core/answer';
import { invalid } from '@plotline/kit/core/errors';
import { newId } from '@plotline/kit/core/ids';
import { assertQuota, toQuotaHeaders } from '@plotline/kit/core/quota';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { readListingQuota } from '../../listings/work/listing-quota.js';
import * as model from '../model/unit.js';
import { findReferenceFaults, unknownProperty } from './check-references.js';
import { toUnitJson } from './unit-json.js';

/** POST /v1/units */
export function createUnit(context: Context): InspectingHandler {
  const { units, clock } = context;
  const inspect = async ({ caller, body }: Call<Partial<model.UnitDraft>>) => [
    ...model.findPriceFaults(body.price),
    ...(await findReferenceFaults(context, caller, [body])).flat(),
  ];
  const handle: Handler<model.UnitDraft> = async (call) => {
    const faults = await inspect(call);
    if (faults.length > 0) throw invalid(...faults);
    const unit = model.createUnit(call.body, newId('unit'), clock());
    const quota = await readListingQuota(context, call.caller, 'units');
    assertQuota(quota);
    const told = withHeaders(created(toUnitJson(unit)), toQuotaHeaders(quota));
    const answer = withVersion(told, unit.version);
    const missing = await units.add(call, [unit], answer);
    if (missing.length > 0) throw invalid(unknownProperty);
    return answer;
  };
  return { handle, inspect };
}
