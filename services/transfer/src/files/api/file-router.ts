import { envelopeRendering, sendProblem } from '@plotline/kit/http/rendering';
import { readRequestOrigin } from '@plotline/kit/http/request';
import { toLogFields } from '@plotline/kit/telemetry/log';
import { type Request, type Response, Router } from 'express';
import type { Context } from '../../context.js';
import type { SentFile } from '../store/file-store.js';
import { sendFile } from './send-file.js';

/** Finds the file for the last part of an address. Rejects with a Problem when there is none. */
export type FindFile = (name: string) => Promise<SentFile>;

/**
 * Creates the router of files that anyone with their address can read. `finders` maps the first part of an address to
 * the function that finds the file. Sends problems in the public envelope.
 */
export function createFileRouter(
  { files, runtime }: Pick<Context, 'files' | 'runtime'>,
  finders: Readonly<Record<string, FindFile>>,
): Router {
  const router = Router({ caseSensitive: true, strict: true });
  for (const [folder, find] of Object.entries(finders)) {
    router.get(`/${folder}/:name`, async (request: Request<{ name: string }>, response: Response) => {
      try {
        await sendFile(request, response, files, await find(request.params.name));
      } catch (error) {
        response.set('cache-control', 'no-store');
        const log = runtime.log.child(toLogFields(readRequestOrigin(request)));
        sendProblem(response, error, { log, rendering: envelopeRendering });
      }
    });
  }
  return router;
}
