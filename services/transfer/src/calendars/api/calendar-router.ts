import { notFound } from '@plotline/kit/core/errors';
import { Limiter } from '@plotline/kit/core/limiter';
import { computeEntityTag, matchesTag } from '@plotline/kit/http/etag';
import { envelopeRendering, sendProblem } from '@plotline/kit/http/rendering';
import { readRequestOrigin } from '@plotline/kit/http/request';
import { toLogFields } from '@plotline/kit/telemetry/log';
import { type Request, type Response, Router } from 'express';
import type { Context } from '../../context.js';
import { writeCalendar } from '../work/write-calendar.js';

/** Maximum number of calendars that a process writes at the same time. Others wait, and workspaces take turns. */
const maxWriting = 4;

/**
 * Creates the router of GET {auth_url}/calendars/:token.ics, for anyone with the address. Responds with 404 once the
 * person or key of the calendar has lost access. Sends problems in the public envelope.
 */
export function createCalendarRouter(context: Context): Router {
  const { calendars, access, runtime } = context;
  const limiter = new Limiter({ max: maxWriting });
  const router = Router({ caseSensitive: true, strict: true });

  async function send(request: Request<{ name: string }>, response: Response): Promise<void> {
    const [token = '', extension = '', ...rest] = request.params.name.split('.');
    const found = rest.length === 0 && extension === 'ics' ? await calendars.find(token) : null;
    if (!found) throw notFound();
    const { tenant, calendar } = found;
    const hasAccess = await access.mayHaveFile(tenant, { actor: calendar.owner }, calendar.updated_at);
    if (!hasAccess) throw notFound();
    const text = await limiter.run(tenant.workspaceId, () => writeCalendar(context, tenant, calendar));
    const etag = computeEntityTag(text);
    response.set({ etag, 'cache-control': 'private, max-age=60', 'x-content-type-options': 'nosniff' });
    if (matchesTag(request.get('if-none-match') ?? '', etag)) response.status(304).end();
    else response.set('content-type', 'text/calendar; charset=utf-8').send(text);
  }

  router.get('/calendars/:name', async (request: Request<{ name: string }>, response: Response) => {
    try {
      await send(request, response);
    } catch (error) {
      response.set('cache-control', 'no-store');
      const log = runtime.log.child(toLogFields(readRequestOrigin(request)));
      sendProblem(response, error, { log, rendering: envelopeRendering });
    }
  });
  return router;
}
