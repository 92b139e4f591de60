import { created, noContent, ok, withVersion } from '@plotline/kit/core/answer';
import { notFound } from '@plotline/kit/core/errors';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import type { TaskCalendar } from '../model/task-calendar.js';

/** Renders a calendar for the public API. `url` is known only when the calendar has just been created. */
function toCalendarJson({ id, token_last4, created_at, updated_at }: TaskCalendar, url: string | null) {
  return { id, token_last4, url, created_at, updated_at };
}

/** GET /v1/tasks/calendar */
export function getTaskCalendar({ calendars }: Context): Handler {
  return async ({ caller }) => {
    const calendar = await calendars.get(caller, caller.actor);
    if (!calendar) throw notFound();
    return withVersion(ok(toCalendarJson(calendar, null)), calendar.version);
  };
}

/** POST /v1/tasks/calendar */
export function rotateTaskCalendar({ calendars, authUrl }: Context): Handler {
  return (call) =>
    calendars.rotate(call, (calendar, token) =>
      withVersion(created(toCalendarJson(calendar, `${authUrl}/calendars/${token}.ics`)), calendar.version),
    );
}

/** DELETE /v1/tasks/calendar */
export function deleteTaskCalendar({ calendars }: Context): Handler {
  return async (call) => {
    await calendars.remove(call, (calendar) => assertIfMatch(call.header, calendar));
    return noContent();
  };
}
