import { clampPage, ok } from '@plotline/kit/core/answer';
import type { Caller, Tenant } from '@plotline/kit/core/caller';
import { invalid, type Problem } from '@plotline/kit/core/errors';
import { assertScopes } from '@plotline/kit/http/authorize';
import type { Handler } from '@plotline/kit/http/handler';
import { cursorScope } from '@plotline/kit/store/lists/cursor';
import type { Context } from '../../context.js';
import { type EventScopes, listReadable, listReadScopes } from '../model/event-groups.js';
import type { RecordedEvent } from '../model/recorded-event.js';
import type { LogQuery } from '../store/event-log.js';

interface EventsQuery {
  readonly after?: string;
  readonly types?: readonly string[];
  readonly resource_id?: string;
  readonly per_page: number;
}

/**
 * Returns the names of the events to list. Throws FORBIDDEN if the query names an event that the credential may not
 * read.
 */
function chooseNames(
  eventScopes: EventScopes,
  { scopes }: Caller,
  types: readonly string[] | undefined,
): readonly string[] {
  if (!types) return listReadable(eventScopes, scopes);
  assertScopes(scopes, listReadScopes(eventScopes, types));
  return types;
}

/** Returns the identity of a log. Each workspace has one log in each mode. */
function toLogScope({ workspaceId, mode }: Tenant): string {
  return cursorScope('events', mode, workspaceId);
}

/** Encodes the position after the event with this number as an opaque text. */
function encodeLogCursor(tenant: Tenant, position: number): string {
  return Buffer.from(`${toLogScope(tenant)}.${position}`).toString('base64url');
}

/** Returns the position of a cursor of this log; null for any other text. */
function parseLogCursor(tenant: Tenant, cursor: string): number | null {
  const [scope, position = '', ...rest] = Buffer.from(cursor, 'base64url').toString('utf8').split('.');
  const isCursor = scope === toLogScope(tenant) && /^\d{1,15}$/.test(position) && rest.length === 0;
  return isCursor ? Number(position) : null;
}

function invalidCursor(): Problem {
  return invalid({ field: 'after', message: 'must be a next_cursor of this log, or `latest`' });
}

/**
 * Returns the position at which to continue. Throws VALIDATION_ERROR for a text that is not a cursor of the caller's
 * log.
 */
function readAfter(caller: Caller, after: string | undefined): LogQuery['after'] {
  if (after === undefined || after === '') return undefined;
  if (after === 'latest') return after;
  const position = parseLogCursor(caller, after);
  if (position === null) throw invalidCursor();
  return position;
}

/** Renders the event as webhooks with the current payload version get it. */
function toEventJson({ payload }: RecordedEvent): unknown {
  return JSON.parse(payload);
}

/** GET /v1/events */
export function listEvents({ eventLog, eventScopes }: Context): Handler<unknown, EventsQuery> {
  return async ({ caller, query }) => {
    const { types, resource_id, per_page, after } = query;
    const { perPage } = clampPage({ page: 1, per_page });
    const names = chooseNames(eventScopes, caller, types);
    const logQuery = { after: readAfter(caller, after), names, resourceId: resource_id, limit: perPage };
    const page = await eventLog.readPage(caller, logQuery);
    if (!page) throw invalidCursor();
    return ok(page.events.map(toEventJson), {
      per_page: perPage,
      next_cursor: encodeLogCursor(caller, page.position),
      has_more: page.hasMore,
      has_gap: page.hasGap,
    });
  };
}
