import { ok } from '@plotline/kit/core/answer';
import { assertScopes } from '@plotline/kit/http/authorize';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { expandChoices } from '../model/event-choice.js';
import { listReadable, listReadScopes } from '../model/event-groups.js';
import { toExample } from '../model/sample.js';

interface SamplesQuery {
  /** Names of events, groups such as `lead.*`, or `*`. */
  readonly types?: readonly string[];
}

interface Sample {
  readonly timestamp: string;
}

/** GET /v1/events/samples. Recorded events come first, newest first. Examples come last. */
export function listEventSamples({
  eventLog,
  eventScopes,
  eventExamples,
  publicEvents,
}: Context): Handler<unknown, SamplesQuery> {
  return async ({ caller, query }) => {
    const { types = ['*'] } = query;
    const isEverything = types.includes('*');
    const names = isEverything ? listReadable(eventScopes, caller.scopes) : expandChoices(types, publicEvents);
    if (!isEverything) assertScopes(caller.scopes, listReadScopes(eventScopes, names));
    const latest = await eventLog.findLatest(caller, names);
    const events = names.flatMap((name): Sample[] => {
      const payload = latest.get(name);
      return payload === undefined ? [] : [JSON.parse(payload)];
    });
    const missing = names.filter((name) => !latest.has(name));
    return ok([
      ...events.toSorted((one, other) => other.timestamp.localeCompare(one.timestamp)),
      ...missing.map((name) => toExample(eventExamples, name, caller.workspaceId)),
    ]);
  };
}
