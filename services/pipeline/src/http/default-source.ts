import type { Caller } from '@plotline/kit/caller';
import type { Source } from '../domain/lead.js';

/** The source of a lead whose creator names none: a program's lead came by the API, a person's by hand. */
export function defaultSource({ actor }: Caller): Source {
  return actor.type === 'user' ? 'manual' : 'api';
}
