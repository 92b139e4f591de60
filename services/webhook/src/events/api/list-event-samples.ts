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

/** GET /v1/events/samples */
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
    return ok(
      names.map((name) => {
        const payload = latest.get(name);
        return payload === undefined ? toExample(eventExamples, name, caller.workspaceId) : JSON.parse(payload);
      }),
    );
  };
}
