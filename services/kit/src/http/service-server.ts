import type { Server } from 'node:http';
import { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import type { Logger } from 'pino';
import type { CallerKeys } from '../core/caller-keys.js';
import { notFound, Problem } from '../core/errors.js';
import { uploadBudgetMs } from '../core/time.js';
import { toLogFields } from '../telemetry/log.js';
import type { Metrics } from '../telemetry/metrics.js';
import type { AnswerStore } from './answer-once.js';
import type { Answering } from './assert-body.js';
import { type Authenticate, createSignedCallerCheck } from './authenticate.js';
import { readBody } from './body.js';
import { createUpsertHandler } from './by-external-id.js';
import { limitConnectionAge } from './connection-age.js';
import { listRoutes, loadContract, type Route } from './contract/document.js';
import { createValidators, type RequestValidator } from './contract/validator.js';
import { assertFraming } from './framing.js';
import type { Handlers } from './handler.js';
import { type OperationOptions, serveOperation } from './operation.js';
import { sendProblem } from './problems.js';
import { bareRendering, type Rendering } from './rendering.js';
import { readRequestOrigin } from './request-origin.js';
import { createApp, createHttpServer, createProbes, internalLimits, type ReadyCheck } from './server.js';
import { isUploadHandler } from './take-upload.js';

/** Differences of a server whose clients aren't behind the gateway. */
export interface PublicServerOptions {
  /** Finds the caller; by default the one that the gateway signed. */
  readonly authenticate?: Authenticate;
  /** Form of answers and problems; by default without the envelope, which the gateway adds. */
  readonly rendering?: Rendering;
  /** Routes that come before those of the handlers. They read bodies and answer on their own. */
  readonly routers?: readonly RequestHandler[];
}

export interface ServiceServerOptions extends PublicServerOptions {
  /** Address of the service's `openapi.yaml`. */
  readonly contract: URL;
  readonly handlers: Handlers;
  readonly idempotency: AnswerStore;
  /** Name of the service, which callers are signed for. */
  readonly name: string;
  /** Keys that verify the gateway's signature of the caller. */
  readonly callerKeys: CallerKeys;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Whether the service can answer now, because its stores are reachable. */
  readonly ready: ReadyCheck;
}

function refuseMethod(allowed: readonly string[]): RequestHandler {
  return (_request, response) => {
    response.setHeader('allow', allowed.join(', '));
    throw new Problem('METHOD_NOT_ALLOWED', `This path supports ${allowed.join(', ')}.`);
  };
}

/**
 * Returns the handler of a route. Resolves the operations that an upsert consists of; throws when the contract lacks
 * one.
 */
function toHandler(
  handler: Handlers[string],
  findPart: (operationId: string) => Answering & { readonly validator: RequestValidator },
): OperationOptions['handler'] {
  if (typeof handler === 'function' || 'handle' in handler) return handler;
  const { find, create, update } = handler;
  return createUpsertHandler({ find, create: findPart(create), update: findPart(update) });
}

/** Throws unless the handler accepts an upload exactly when the contract says so. */
function assertUploadHandler({ operation }: Route, handler: object): void {
  if (isUploadHandler(handler) === (operation['x-upload'] !== undefined)) return;
  throw new Error(`The operation ${operation.operationId} has x-upload, or its handler takes uploads, but not both.`);
}

const checkFraming: RequestHandler = (request, _response, next) => {
  assertFraming(request);
  next();
};

/** The gateway limits the duration of an upload; the service must not cut it off earlier. */
const uploadLimits = { ...internalLimits, requestTimeout: uploadBudgetMs + 60_000 };

/**
 * Creates a service's HTTP server with the routes of its contract. Throws when an operation has no handler, or a
 * handler no operation.
 */
export function createServiceServer(options: ServiceServerOptions): Server {
  const { contract, handlers, log, metrics, name, callerKeys, routers = [] } = options;
  const { authenticate = createSignedCallerCheck(name, callerKeys), rendering = bareRendering } = options;
  const document = loadContract(contract);
  const validators = createValidators(document);
  const app = createApp();
  const router = Router({ caseSensitive: true, strict: true });
  const methods = new Map<string, readonly string[]>();
  const unused = new Set(Object.keys(handlers));
  const routes = listRoutes(document);
  const findPart = (operationId: string) => {
    const route = routes.find(({ operation }) => operation.operationId === operationId);
    const handler = handlers[operationId];
    if (!route || !handler || 'find' in handler || isUploadHandler(handler))
      throw new Error(`The upsert needs the operation ${operationId}, which does not exist.`);
    return { route, handler, validator: validators(route) };
  };
  for (const route of routes) {
    const { operationId } = route.operation;
    if (route.operation['x-router']) continue;
    const given = handlers[operationId];
    if (!given) throw new Error(`The contract's operation ${operationId} has no handler.`);
    unused.delete(operationId);
    const handler = toHandler(given, findPart);
    const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1');
    const served = { ...options, authenticate, rendering, route, handler, validator: validators(route) };
    assertUploadHandler(route, handler);
    router[route.method](path, isUploadHandler(handler) ? checkFraming : readBody, serveOperation(served));
    methods.set(path, [...(methods.get(path) ?? []), route.method.toUpperCase()]);
  }
  if (unused.size > 0) throw new Error(`Handlers without an operation in the contract: ${[...unused].join(', ')}.`);
  app.use(createProbes(options.ready, metrics));
  app.use((_request, response, next) => {
    response.once('close', metrics.countInFlight());
    next();
  });
  for (const one of routers) app.use(one);
  for (const [path, allowed] of methods) router.all(path, refuseMethod(allowed));
  app.use(router);
  const unknown: RequestHandler = (_request, response) => sendProblem(response, notFound(), { log, rendering });
  const failed: ErrorRequestHandler = (error, request, response, _next) =>
    sendProblem(response, error, { log: log.child(toLogFields(readRequestOrigin(request))), rendering });
  app.use(unknown, failed);
  const takesUploads = routes.some(({ operation }) => operation['x-upload'] !== undefined);
  const server = createHttpServer(app, takesUploads ? uploadLimits : internalLimits);
  limitConnectionAge(server);
  return server;
}
