import { createServer } from 'node:http';
import { credentialFrom } from '@plotline/gateway/edge/credential';
import { openExchange } from '@plotline/gateway/edge/exchange';
import { KeyCache } from '@plotline/gateway/edge/key-cache';
import { connectRedis } from '@plotline/gateway/edge/redis';
import { requestIdFrom } from '@plotline/gateway/edge/request-id';
import { assertScopes } from '@plotline/gateway/edge/scopes';
import { traceparentFrom } from '@plotline/gateway/edge/trace';
import { assertWorkspace } from '@plotline/gateway/edge/workspace';
import { Limits } from '@plotline/gateway/limits/limits';
import { isWellFormedToken } from '@plotline/kit/checksummed-token';
import { createLog } from '@plotline/kit/process/log';
import { createMetrics } from '@plotline/kit/process/metrics';
import express, { type RequestHandler } from 'express';
import { listenAnywhere } from '../../support/listen-anywhere.js';
import { lead } from './lead.js';

/** What the gateway checks, in one plain express application that answers by itself. */
const log = createLog('single', 'info').child({}, { redact: [] });
const metrics = createMetrics('single');
const limits = new Limits({
  redis: connectRedis(process.env.REDIS_URL ?? '', log),
  factor: Number(process.env.LIMITS_FACTOR),
  addressOf: () => 'here',
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
  const started = performance.now();
  const requestId = requestIdFrom(request.headers['x-request-id']);
  const traceparent = traceparentFrom(request.headers.traceparent);
  response.setHeader('X-Request-Id', requestId);
  response.once('close', () => {
    const milliseconds = performance.now() - started;
    metrics.observe(request.path, response.statusCode, milliseconds / 1_000);
    log.info(
      { request_id: requestId, traceparent, workspace: 'ws_1', status: response.statusCode, duration_ms: milliseconds },
      'answered',
    );
  });
  next();
};

const authorize =
  (...scopes: string[]): RequestHandler =>
  async (request, response, next) => {
    const credential = credentialFrom(request.headers.authorization);
    if (!credential || !isWellFormedToken(credential.secret, 'pl_live_')) throw new Error('unauthorized');
    const identity = await keys.find(credential.secret, 'live');
    if (!identity) throw new Error('unauthorized');
    await limits.admit(openExchange(request, response, 'live', 10_000), identity, null);
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
