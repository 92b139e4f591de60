import type { IncomingMessage } from 'node:http';
import { notFound, Problem } from '@plotline/kit/core/errors';
import { newId } from '@plotline/kit/core/ids';
import { maxBodyBytes } from '@plotline/kit/http/body';
import { envelopeRendering, sendProblem } from '@plotline/kit/http/rendering';
import { assertFraming, readRequestOrigin } from '@plotline/kit/http/request';
import { bodyTooLarge } from '@plotline/kit/http/upload';
import { toLogFields } from '@plotline/kit/telemetry/log';
import { type Request, type Response, Router } from 'express';
import { openCredentials } from '../../connections/model/seals.js';
import { hashHookToken, readHookMode } from '../../connections/store/hook-token.js';
import type { Context } from '../../context.js';
import type { HookVerdict } from '../../vendors/model/hook.js';
import type { HookCounter } from '../work/hook-metrics.js';

type Refusal = Extract<HookVerdict, { kind: 'refused' }>['reason'];

const refusals: Readonly<Record<Refusal, () => Problem>> = {
  unready: () => new Problem('UNAUTHORIZED', 'The connection has no signing secret yet.'),
  signature: () => new Problem('UNAUTHORIZED', 'The signature is not valid.'),
  too_old: () => new Problem('BAD_REQUEST', 'The request is too old.'),
  malformed: () => new Problem('BAD_REQUEST', 'The body is not an event of the provider.'),
};

/**
 * Reads the body's bytes as they were signed. Compressed bodies would differ from the signed bytes, and vendors send
 * none.
 */
async function readRaw(request: IncomingMessage): Promise<Buffer> {
  assertFraming(request);
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') throw new Problem('BAD_REQUEST', 'The body must not be compressed.');
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > maxBodyBytes) throw bodyTooLarge(maxBodyBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Creates the router for POST {base_url}/hooks/:provider/:token. Stores the event before it answers. Answers 404 to
 * unknown tokens, 401 to wrong signatures, and 400 to old and malformed requests. Log lines never contain the path.
 */
export function createHookRouter(
  { connections, hookEvents, providers, seals, clock, runtime }: Context,
  count: HookCounter,
): Router {
  const router = Router({ caseSensitive: true, strict: true });

  async function receive(request: Request<{ provider: string; token: string }>): Promise<void> {
    const { provider: name, token } = request.params;
    const body = await readRaw(request);
    const mode = readHookMode(token);
    const connection = mode && (await connections.findByHook(mode, hashHookToken(token)));
    if (!mode || connection?.provider !== name) throw notFound();
    const provider = providers[connection.provider];
    if (provider.hooks === null) throw notFound();
    const now = clock();
    const header = (field: string) => request.get(field);
    const verdict = provider.hooks.verify({ body, header, credentials: openCredentials(seals, connection), now });
    if (verdict.kind === 'refused') {
      count(provider.name, verdict.reason);
      throw refusals[verdict.reason]();
    }
    const isNew = await hookEvents.add(
      { workspaceId: connection.workspace_id, mode },
      {
        id: newId('hev'),
        version: 1,
        connection_id: connection.id,
        provider: provider.name,
        vendor_event_id: verdict.event.id,
        type: verdict.event.type,
        payload: verdict.payload ?? body.toString('utf8'),
        status: 'queued',
        attempts: 0,
        resume_at: now,
        created_at: now,
      },
    );
    count(provider.name, isNew ? 'accepted' : 'repeated');
  }

  router.post('/hooks/:provider/:token', async (request, response: Response) => {
    response.set('cache-control', 'no-store');
    try {
      await receive(request);
      response.json({ received: true });
    } catch (error) {
      const log = runtime.log.child(toLogFields(readRequestOrigin(request)));
      sendProblem(response, error, { log, rendering: envelopeRendering });
    }
  });
  return router;
}
