import type { Server } from 'node:http';
import { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import type { Logger } from 'pino';
import { listRoutes, loadContract } from '../contract/document.js';
import { createValidators } from '../contract/validator.js';
import { notFound } from '../errors.js';
import type { AnswerStore } from '../idempotency/answer-once.js';
import type { Keyring } from '../keyring.js';
import type { Metrics } from '../process/metrics.js';
import { readBody } from './body.js';
import type { Handlers } from './handler.js';
import { serveOperation } from './operation.js';
import { sendProblem } from './problems.js';
import { createApp, createHttpServer, createProbes, type ReadyCheck } from './server.js';

export interface ServiceServerOptions {
  /** The service's `openapi.yaml`. */
  readonly contract: URL;
  readonly handlers: Handlers;
  readonly idempotency: AnswerStore;
  /** The service's name, for which callers are signed. */
  readonly name: string;
  /** Shared with the gateway, which signs the caller. */
  readonly callerKeys: Keyring;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Whether the service can answer now: its stores are reachable. */
  readonly ready: ReadyCheck;
}

/**
 * A service's HTTP server, with the routes of its part of the contract. Throws when an operation has no handler or a
 * handler no operation.
 */
export function createServiceServer(options: ServiceServerOptions): Server {
  const { contract, handlers, log, metrics } = options;
  const document = loadContract(contract);
  const validators = createValidators(document);
  const app = createApp();
  const router = Router({ caseSensitive: true, strict: true });
  const unused = new Set(Object.keys(handlers));
  for (const route of listRoutes(document)) {
    const { operationId } = route.operation;
    const handler = handlers[operationId];
    if (!handler) throw new Error(`The contract's operation ${operationId} has no handler.`);
    unused.delete(operationId);
    const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1');
    router[route.method](path, readBody, serveOperation({ ...options, route, handler, validator: validators(route) }));
  }
  if (unused.size > 0) throw new Error(`Handlers without an operation in the contract: ${[...unused].join(', ')}.`);
  app.use(createProbes(options.ready, metrics));
  app.use(router);
  const unknown: RequestHandler = (_request, response) => sendProblem(response, notFound(), log);
  const failed: ErrorRequestHandler = (error, _request, response, _next) => sendProblem(response, error, log);
  app.use(unknown, failed);
  return createHttpServer(app);
}
