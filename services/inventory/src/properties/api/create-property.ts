import { created, withVersion } from '@plotline/kit/core/answer';
import { newId } from '@plotline/kit/core/ids';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { zeroCounter } from '../../units/model/unit-counter.js';
import * as model from '../model/property.js';
import { toPropertyJson } from './property-json.js';

/** POST /v1/properties */
export function createProperty({ properties, clock }: Context): InspectingHandler {
  const handle: Handler<model.PropertyDraft> = async (call) => {
    const options = { now: clock(), currency: call.caller.currency };
    const property = model.createProperty(call.body, newId('prop'), options);
    const answer = withVersion(created(toPropertyJson(property, zeroCounter)), property.version);
    await properties.add(call, property, answer);
    return answer;
  };
  const inspect = async ({ caller, body }: Call<Partial<model.PropertyDraft>>) => [
    ...model.findPropertyFaults(body),
    ...model.findPriceAmountFaults(body, caller),
  ];
  return { handle, inspect };
}
