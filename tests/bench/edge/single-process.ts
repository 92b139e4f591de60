import { createServer } from 'node:http';
import { readAuthorization } from '@plotline/gateway/edge/authenticate';
import { chooseIdentity } from '@plotline/gateway/edge/authorize';
import { CredentialCache } from '@plotline/gateway/edge/credential-cache';
import { createRequestContext, readRequestId } from '@plotline/gateway/edge/request-context';
import { RateLimits } from '@plotline/gateway/limits/rate-limits';
import { SharedRedis } from '@plotline/gateway/limits/redis';
import { defaultPlace } from '@plotline/kit/core/caller';
import { getTraceId, newTraceparent } from '@plotline/kit/core/ids';
import { isWellFormedToken } from '@plotline/kit/core/secrets';
import { assertScopes } from '@plotline/kit/http/authorize';
import { createLog } from '@plotline/kit/telemetry/log';
import { createMetrics } from '@plotline/kit/telemetry/metrics';
import express, { type RequestHandler } from 'express';
import { listenAnywhere } from '../../support/listen-anywhere.js';
import { lead } from './lead.js';

// Plain express application that does the gateway's checks and answers requests itself.
const log = createLog('single', 'info').child({}, { redact: [] });
const metrics = createMetrics('single');
const rateLimits = new RateLimits({
  redis: new SharedRedis({ url: process.env.REDIS_URL ?? '', patienceMs: 100, log }),
  factor: Number(process.env.LIMITS_FACTOR),
  readNetwork: () => 'here',
});
const identity = {
  actor: { type: 'key', id: 'key_1', name: 'Bench' },
  credentialId: 'key_1',
  workspaceId: 'ws_1',
  scopes: ['read:leads', 'write:leads'],
  plan: 'enterprise',
  currency: 'EUR',
  ...defaultPlace,
} as const;
const createClient = () => ({
  network: 'here',
  assertAllowed: async () => undefined,
  countFailure: async () => undefined,
});
const credentials = new CredentialCache(async () => ({
  id: 'key_1',
  expiresAt: Number.POSITIVE_INFINITY,
  identities: [identity],
}));

const observe: RequestHandler = (request, response, next) => {
  const startedAt = performance.now();
  const requestId = readRequestId(request.headers['x-request-id']);
  const traceparent = newTraceparent();
  response.setHeader('X-Request-Id', requestId);
  response.once('close', () => {
    const durationMs = performance.now() - startedAt;
    metrics.observe(request.path, response.statusCode, durationMs / 1_000);
    log.info(
      {
        request_id: requestId,
        trace_id: getTraceId(traceparent),
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
    const authorization = readAuthorization(request.headers.authorization);
    if (!authorization || !isWellFormedToken(authorization.token, 'pl_live_')) throw new Error('unauthorized');
    const credential = await credentials.find({ kind: 'live_key', value: authorization.token }, createClient);
    if (!credential) throw new Error('unauthorized');
    const identity = chooseIdentity(credential, request.headers['x-workspace-id']);
    const requestContext = createRequestContext(request, response, { mode: 'live', budgetMs: 10_000 });
    await rateLimits.admit(requestContext, identity, null);
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
