import { answering } from '@plotline/kit/caller';
import { created, versioned } from '@plotline/kit/http/answer';
import type { Call, Handler, InspectingHandler } from '@plotline/kit/http/handler';
import { newId } from '@plotline/kit/ids';
import type { Context } from '../context.js';
import * as domain from '../domain/property.js';
import { noUnits } from '../domain/unit-tally.js';
import { propertyJson } from './property-json.js';

/** POST /v1/properties */
export function createProperty({ properties, clock }: Context): InspectingHandler {
  const handle: Handler<domain.PropertyDraft> = async ({ caller, body }) => {
    const property = domain.createProperty(body, newId('prop'), { now: clock(), currency: caller.currency });
    const answer = versioned(created(propertyJson(property, noUnits)), property.version);
    await properties.add(answering(caller, answer), property);
    return answer;
  };
  const inspect = async ({ body }: Call<Partial<domain.PropertyDraft>>) => domain.propertyFaults(body);
  return { handle, inspect };
}
