import { created, withHeaders, withVersion } from '@plotline/kit/core/answer';
import { newId } from '@plotline/kit/core/ids';
import { assertQuota, toQuotaHeaders } from '@plotline/kit/core/quota';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { readListingQuota } from '../../listings/work/listing-quota.js';
import { zeroCounter } from '../../units/model/unit-counter.js';
import * as model from '../model/property.js';
import { toPropertyJson } from './property-json.js';

/** POST /v1/properties */
export function createProperty(context: Context): InspectingHandler {
  const { properties, clock } = context;
  const handle: Handler<model.PropertyDraft> = async (call) => {
    const options = { now: clock(), currency: call.caller.currency };
    const property = model.createProperty(call.body, newId('prop'), options);
    const quota = await readListingQuota(context, call.caller, 'properties');
    assertQuota(quota);
    const told = withHeaders(created(toPropertyJson(property, zeroCounter)), toQuotaHeaders(quota));
    const answer = withVersion(told, property.version);
    await properties.add(call, property, answer);
    return answer;
  };
  const inspect = async ({ caller, body }: Call<Partial<model.PropertyDraft>>) => [
    ...model.findPropertyFaults(body),
    ...model.findPriceAmountFaults(body, caller),
  ];
  return { handle, inspect };
}
