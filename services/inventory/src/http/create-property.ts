import { created, versioned } from '@plotline/kit/http/answer';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import { newId } from '@plotline/kit/ids';
import type { Context } from '../context.js';
import * as domain from '../domain/property.js';
import { noUnits } from '../domain/unit-tally.js';
import { propertyJson } from './property-json.js';

/** POST /v1/properties */
export function createProperty({ properties, clock }: Context): InspectingHandler {
  const handle: Handler<domain.PropertyDraft> = async (call) => {
    const circumstances = { now: clock(), currency: call.caller.currency };
    const property = domain.createProperty(call.body, newId('prop'), circumstances);
    const answer = versioned(created(propertyJson(property, noUnits)), property.version);
    await properties.add(call, property, answer);
    return answer;
  };
  const inspect = async ({ body }: Call<Partial<domain.PropertyDraft>>) => domain.propertyFaults(body);
  return { handle, inspect };
}
