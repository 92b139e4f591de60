import { createServer } from 'node:http';
import { readCredential } from '@plotline/gateway/edge/authenticate';
import { assertWorkspace } from '@plotline/gateway/edge/authorize';
import { KeyCache } from '@plotline/gateway/edge/key-cache';
import { createRequestContext, readRequestId, readTraceparent } from '@plotline/gateway/edge/request-context';
import { RateLimits } from '@plotline/gateway/limits/rate-limits';
import { SharedRedis } from '@plotline/gateway/limits/redis';
import { isWellFormedToken } from '@plotline/kit/checksummed-token';
import { assertScopes } from '@plotline/kit/http/scopes';
import { createLog } from '@plotline/kit/process/log';
import { createMetrics } from '@plotline/kit/process/metrics';
import express, { type RequestHandler } from 'express';
import { listenAnywhere } from '../../support/listen-anywhere.js';
import { lead } from './lead.js';

// The checks of the gateway in one plain express application that answers itself.
const log = createLog('single', 'info').child({}, { redact: [] });
const metrics = createMetrics('single');
const rateLimits = new RateLimits({
  redis: new SharedRedis(process.env.REDIS_URL ?? '', log),
  factor: Number(process.env.LIMITS_FACTOR),
  readNetwork: () => 'here',
});
const keys = new KeyCache(async () => ({
  actor: { type: 'key', id: 'key_1', name: 'Bench' },
  workspaceId: 'ws_1',
  scopes: ['read:leads', 'write:leads'],
  plan: 'enterprise',
  currency: 'EUR',
  expiresAt: Number.POSITIVE_INFINITY,
}));

const observe: RequestHandler = (request, response, next) => {
  const startedAt = performance.now();
  const requestId = readRequestId(request.headers['x-request-id']);
  const traceparent = readTraceparent(request.headers.traceparent);
  response.setHeader('X-Request-Id', requestId);
  response.once('close', () => {
    const durationMs = performance.now() - startedAt;
    metrics.observe(request.path, response.statusCode, durationMs / 1_000);
    log.info(
      {
        request_id: requestId,
        traceparent,
        workspace_id: 'ws_1',
        status: response.statusCode,
        duration_ms: durationMs,
      },
      'answered',
    );
  });
  next();
};

const authorize =
  (...scopes: string[]): RequestHandler =>
  async (request, response, next) => {
    const credential = readCredential(request.headers.authorization);
    if (!credential || !isWellFormedToken(credential.token, 'pl_live_')) throw new Error('unauthorized');
    const identity = await keys.find(credential.token, 'live');
    if (!identity) throw new Error('unauthorized');
    await rateLimits.admit(createRequestContext(request, response, 'live', 10_000), identity, null);
    assertWorkspace(request.headers['x-workspace-id'], identity.workspaceId);
    assertScopes(identity.scopes, scopes);
    next();
  };

const app = express();
app.disable('etag');
app.disable('x-powered-by');
app.use(observe);
app.use(express.json({ limit: '1mb' }));
app.get('/v1/leads/:id', authorize('read:leads'), (_request, response) => {
  response.json({ success: true, data: lead });
});
app.post('/v1/leads', authorize('write:leads'), (_request, response) => {
  response.json({ success: true, data: lead });
});

const port = await listenAnywhere(createServer(app));
process.send?.({ port });
process.once('disconnect', () => process.exit(0));
