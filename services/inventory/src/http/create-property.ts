import { answering } from '@plotline/kit/caller';
import { created } from '@plotline/kit/http/answer';
import type { Handler } from '@plotline/kit/http/handler';
import { newId } from '@plotline/kit/ids';
import type { Context } from '../context.js';
import * as domain from '../domain/property.js';
import { noUnits } from '../domain/unit-tally.js';
import { propertyJson } from './property-json.js';

/** POST /v1/properties */
export function createProperty({ properties, clock }: Context): Handler<domain.PropertyDraft> {
  return async ({ caller, body }) => {
    const property = domain.createProperty(body, newId('prop'), clock());
    const answer = created(propertyJson(property, noUnits));
    await properties.add(answering(caller, answer), property);
    return answer;
  };
}
