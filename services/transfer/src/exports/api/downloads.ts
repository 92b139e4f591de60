import { notFound } from '@plotline/kit/core/errors';
import { sendProblem } from '@plotline/kit/http/problems';
import { envelopeRendering } from '@plotline/kit/http/rendering';
import { readRequestOrigin } from '@plotline/kit/http/request-origin';
import { toLogFields } from '@plotline/kit/telemetry/log';
import { type Request, type Response, Router } from 'express';
import type { Context } from '../../context.js';
import { type SentFile, sendFile } from '../../files/api/send-file.js';
import { findFile, toFileName } from '../model/export.js';
import { exportMediaTypes } from '../work/write-records.js';
import { verifyLinkToken } from './download-link.js';

/**
 * Finds the file of a link. Throws the same NOT_FOUND for a link that is wrong or expired, whose export is gone, or
 * whose requester has lost access since.
 */
async function findLinked({ access, exports, linkKeys, runtime }: Context, token: string): Promise<SentFile> {
  const now = runtime.clock();
  const target = verifyLinkToken(token, now, linkKeys);
  const job = target && (await exports.get(target.tenant, target.exportId));
  const file = job && findFile(job.state, now);
  if (!file || !(await access.mayHaveFile(target.tenant, job.requested_by, job.created_at))) throw notFound();
  const { input, created_at } = job;
  return {
    ...file,
    headers: {
      'content-type': input.gzip ? 'application/gzip' : exportMediaTypes[input.format],
      'content-disposition': `attachment; filename="${toFileName(input, created_at)}"`,
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
    },
  };
}

/** GET {auth_url}/downloads/:token, for anyone with the link. Answers problems in the public envelope. */
export function createDownloadRouter(context: Context): Router {
  const { log } = context.runtime;
  const router = Router({ caseSensitive: true, strict: true });
  router.get('/downloads/:token', async (request: Request<{ token: string }>, response: Response) => {
    try {
      await sendFile(request, response, context.files, await findLinked(context, request.params.token));
    } catch (error) {
      response.set('cache-control', 'no-store');
      sendProblem(response, error, {
        log: log.child(toLogFields(readRequestOrigin(request))),
        rendering: envelopeRendering,
      });
    }
  });
  return router;
}
