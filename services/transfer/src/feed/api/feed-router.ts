import { notFound } from '@plotline/kit/core/errors';
import { sendProblem } from '@plotline/kit/http/problems';
import { envelopeRendering } from '@plotline/kit/http/rendering';
import { readRequestOrigin } from '@plotline/kit/http/request-origin';
import { toLogFields } from '@plotline/kit/telemetry/log';
import { type Request, type Response, Router } from 'express';
import type { Context } from '../../context.js';
import { sendFile } from '../../files/api/send-file.js';
import { type FeedFormat, isFeedFormat } from '../model/feed.js';
import { FeedFiles } from '../work/feed-files.js';

const mediaTypes: Readonly<Record<FeedFormat, string>> = {
  xml: 'application/xml; charset=utf-8',
  json: 'application/json; charset=utf-8',
};

/** GET {auth_url}/feeds/:token.xml and .json, for anyone with the address. Answers problems in the public envelope. */
export function createFeedRouter(context: Context): Router {
  const { feeds, files, runtime } = context;
  const made = new FeedFiles(context);

  async function send(request: Request<{ name: string }>, response: Response): Promise<void> {
    const [token = '', format = '', ...rest] = request.params.name.split('.');
    const found = rest.length === 0 && isFeedFormat(format) ? await feeds.find(token) : null;
    if (!found || !isFeedFormat(format)) throw notFound();
    const file = await made.get(found.tenant, found.feed, format);
    const headers = {
      'content-type': mediaTypes[format],
      'last-modified': file.changed_at.toUTCString(),
      'cache-control': 'private, max-age=60',
      'referrer-policy': 'no-referrer',
    };
    await sendFile(request, response, files, { ...file, headers });
  }

  const router = Router({ caseSensitive: true, strict: true });
  router.get('/feeds/:name', async (request: Request<{ name: string }>, response: Response) => {
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
