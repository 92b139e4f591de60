import type { Server } from 'node:http';
import { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import type { Logger } from 'pino';
import type { Answer } from '../core/answer.js';
import type { CallerKeys } from '../core/caller-keys.js';
import { invalid, notFound, Problem, type ProblemDetail } from '../core/errors.js';
import { isExternalIdInUse } from '../core/ids.js';
import { uploadBudgetMs } from '../core/time.js';
import { retryOnConflict, VersionConflict } from '../store/records/guarded-update.js';
import { toLogFields } from '../telemetry/log.js';
import type { Metrics } from '../telemetry/metrics.js';
import { type Answering, assertBody, getHandle } from './assert-body.js';
import { type Authenticate, assertRole, assertScopes, createSignedCallerCheck } from './authorize.js';
import { readBody } from './body.js';
import { listRoutes, loadContract, type Route } from './contract/document.js';
import { createValidators, type RequestValidator } from './contract/validator.js';
import { preconditionFailed } from './etag.js';
import type { AnswerStore, Call, FindByExternalId, Handler, Handlers } from './handler.js';
import { type OperationOptions, serveOperation } from './operation.js';
import { bareRendering, type Rendering, sendProblem } from './rendering.js';
import { assertFraming, readRequestOrigin } from './request.js';
import {
  createApp,
  createHttpServer,
  createProbes,
  internalLimits,
  limitConnectionAge,
  type ReadyCheck,
} from './server.js';
import { isUploadHandler } from './take-upload.js';

/** Name of the path parameter and of the field in records. */
const field = 'external_id';

/** One of an upsert's two operations: create or update. */
interface Part extends Answering {
  readonly validator: RequestValidator;
}

interface UpsertParts {
  readonly find: FindByExternalId;
  readonly create: Part;
  readonly update: Part;
}

type Fields = Readonly<Record<string, unknown>>;

/** Returns the path of a call for the record's id. */
function replaceId({ path }: Call, id: string): Call['path'] {
  return (name) => (name === 'id' ? id : path(name));
}

/** Returns the fields of the body. Throws VALIDATION_ERROR if its external id differs from the one in the path. */
function readFields(body: unknown, externalId: string): Fields {
  const fields: Fields = { ...Object(body) };
  if (Object.hasOwn(fields, field) && fields[field] !== externalId) {
    throw invalid({ field, message: 'must be the one in the path or be omitted' });
  }
  return fields;
}

/**
 * Runs an operation with this body as if a client had called it. `refused` returns errors for fields that the operation
 * doesn't accept.
 */
async function carryOut(
  call: Call,
  part: Part,
  fields: Fields,
  refused: (taken: Fields) => readonly ProblemDetail[],
): Promise<Answer> {
  const { validator, route } = part;
  assertScopes(call.caller.scopes, route.operation['x-scopes']);
  assertRole(call.caller.actor, route.operation['x-roles']);
  const body: Fields = structuredClone(fields);
  const { faults, rowFaults } = validator.body(body, false);
  const checked = { ...call, query: validator.query({}, false, call.caller.timeZone), body, rowFaults };
  await assertBody(checked, [...faults, ...refused(body)], part);
  return getHandle(part)(checked);
}

function create(call: Call, part: Part, sent: Fields, externalId: string): Promise<Answer> {
  if (call.header('if-match') !== undefined) {
    throw preconditionFailed('No record has this external_id.', 'record_changed');
  }
  const fields = { ...sent, [field]: externalId };
  // The new record would lack fields that only an update can set.
  return carryOut(call, part, fields, (taken) =>
    Object.keys(fields)
      .filter((name) => !Object.hasOwn(taken, name))
      .map((name) => ({ field: name, message: 'cannot be set when the record is created' })),
  );
}

function update(call: Call, part: Part, sent: Fields, id: string): Promise<Answer> {
  if (call.header('if-none-match')?.trim() === '*') {
    throw preconditionFailed('A record with this external_id already exists.', 'record_exists', { id });
  }
  // Doesn't set the external id, because another request may have changed it since the record was found.
  const { [field]: _external, ...fields } = sent;
  return carryOut({ ...call, path: replaceId(call, id) }, part, fields, () => []);
}

/** Returns whether a different request has created or deleted the record since it was looked up. */
function isOutdated(error: unknown, id: string | null): boolean {
  if (id === null) return isExternalIdInUse(error);
  return error instanceof Problem && error.code === 'NOT_FOUND';
}

/**
 * Creates a handler for PUT by external id. It calls the update operation if a record has the id, and otherwise the
 * create operation. Each has its own scopes, roles, body and events. If requests run concurrently, one creates the
 * record, because the index of external ids is unique, and the others update it.
 */
function createUpsertHandler({ find, create: creation, update: change }: UpsertParts): Handler {
  return (call) => {
    const externalId = call.path(field);
    const fields = readFields(call.body, externalId);
    return retryOnConflict(async () => {
      const id = await find(call.caller, externalId);
      try {
        return await (id === null ? create(call, creation, fields, externalId) : update(call, change, fields, id));
      } catch (error) {
        throw isOutdated(error, id) ? new VersionConflict() : error;
      }
    });
  };
}

/** Creates a handler for GET by external id from the handler for GET by id. */
export function getByExternalId(find: FindByExternalId, get: Handler): Handler {
  return async (call) => {
    const id = await find(call.caller, call.path(field));
    if (id === null) throw notFound();
    return get({ ...call, path: replaceId(call, id) });
  };
}

/** Options of a server whose clients aren't behind the gateway. */
export interface PublicServerOptions {
  /** Finds the caller. By default, it is the caller that the gateway signed. */
  readonly authenticate?: Authenticate;
  /** Format of answers and problems. By default there is no envelope, because the gateway adds it. */
  readonly rendering?: Rendering;
  /** Routes that are matched before the handlers' routes. They read bodies and send answers themselves. */
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

/** Returns the handler of a route. Resolves the operations of an upsert. Throws if the contract lacks one of them. */
function toHandler(
  handler: Handlers[string],
  findPart: (operationId: string) => Answering & { readonly validator: RequestValidator },
): OperationOptions['handler'] {
  if (typeof handler === 'function' || 'handle' in handler) return handler;
  const { find, create, update } = handler;
  return createUpsertHandler({ find, create: findPart(create), update: findPart(update) });
}

/** Throws unless handler and contract agree on whether the operation takes an upload. */
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
 * Creates a service's HTTP server with the routes of its contract. Throws if an operation has no handler, or a handler
 * has no operation.
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
