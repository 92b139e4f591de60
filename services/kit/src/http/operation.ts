import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { type Answer, type BodyAnswer, toIgnoredHeader } from '../core/answer.js';
import type { Caller } from '../core/caller.js';
import { notFound } from '../core/errors.js';
import { isJsonObject } from '../core/json-object.js';
import { assertBeforeDeadline } from '../core/time.js';
import { runInSpan } from '../telemetry/active-span.js';
import { toLogFields } from '../telemetry/log.js';
import type { Metrics } from '../telemetry/metrics.js';
import type { Span } from '../telemetry/span.js';
import { type Answering, assertBody, getHandle } from './assert-body.js';
import { type Authenticate, assertRole, assertScopes } from './authorize.js';
import { assertPlainQuery } from './body.js';
import { takesIdempotencyKey } from './contract/document.js';
import type { RequestValidator } from './contract/validator.js';
import { computeEntityTag, matchesTag, type RecordVersion } from './etag.js';
import {
  type AnswerStore,
  answerOnce,
  type Call,
  type Handler,
  identifyRequest,
  readIdempotencyKey,
  type UploadHandler,
} from './handler.js';
import { type Rendering, sendJson, sendProblem } from './rendering.js';
import {
  endOperationSpan,
  prefersStrict,
  readClientAddress,
  readRequestOrigin,
  startOperationSpan,
} from './request.js';
import { sendFile } from './send-file.js';
import { isUploadHandler, takeUpload, useUpload } from './take-upload.js';

export interface OperationOptions extends Pick<Answering, 'route'> {
  readonly handler: Answering['handler'] | UploadHandler;
  readonly validator: RequestValidator;
  readonly idempotency: AnswerStore;
  readonly authenticate: Authenticate;
  readonly rendering: Rendering;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** A call before its query and body are validated. */
type UncheckedCall = Omit<Call, 'query' | 'body' | 'rowFaults'>;

function readPath(request: Request): Call['path'] {
  return (name) => {
    const value = request.params[name];
    if (typeof value !== 'string') throw notFound();
    return value;
  };
}

function toCall(request: Request, caller: Caller, { log }: OperationOptions): UncheckedCall {
  return {
    caller,
    path: readPath(request),
    address: readClientAddress(request),
    header: (name) => request.get(name),
    log: log.child(toLogFields(caller)),
  };
}

/** Terms for answering a call once its body has arrived. */
interface CallTerms {
  readonly handle: Handler;
  /** The request's Idempotency-Key, and a hash that identifies the request. */
  readonly key: string | undefined;
  readonly identity: string;
}

/** Runs the handler and returns its answer, or the stored answer to an equal call with the same Idempotency-Key. */
async function answerCall(
  response: Response,
  call: Call,
  { handle, key, identity }: CallTerms,
  { idempotency }: OperationOptions,
): Promise<{ readonly answer: Answer; readonly isReplayed: boolean }> {
  if (key === undefined) return { answer: await handle(call), isReplayed: false };
  const answered = await answerOnce(idempotency, handle, call, { key, identity });
  if (answered.isReplayed) response.setHeader('idempotency-replayed', 'true');
  return answered;
}

async function handleRequest(
  request: Request,
  response: Response,
  unchecked: UncheckedCall,
  options: OperationOptions,
): Promise<Answer> {
  const { validator, route, handler } = options;
  assertBeforeDeadline(unchecked.caller.deadline);
  assertScopes(unchecked.caller.scopes, route.operation['x-scopes'], route.operation['x-any-scope']);
  assertRole(unchecked.caller.actor, route.operation['x-roles']);
  assertPlainQuery(request.query);
  const key = takesIdempotencyKey(route) ? readIdempotencyKey(request) : undefined;
  const isStrict = prefersStrict(request.get('prefer'));
  if (isStrict) response.setHeader('preference-applied', 'handling=strict');
  const query = validator.query(request.query, isStrict, unchecked.caller.timeZone);
  if (isUploadHandler(handler)) {
    const taken = await takeUpload(request, { ...unchecked, query }, { operation: route.operation, handler });
    const terms = { handle: handler.handle, key, identity: identifyRequest(request, taken.identity) };
    return useUpload(taken, () => answerCall(response, taken.call, terms, options));
  }
  // Must run before the validator changes the body.
  const identity = key === undefined ? '' : identifyRequest(request, request.body);
  const { faults, rowFaults } = validator.body(request.body, isStrict);
  const call: Call = { ...unchecked, query, body: request.body, rowFaults };
  await assertBody(call, faults, { route, handler });
  const terms = { handle: getHandle({ route, handler }), key, identity };
  return (await answerCall(response, call, terms, options)).answer;
}

/**
 * Adds the names of ignored parameters. A page of a list or log shows them in `meta`, and any other answer in a header.
 */
function tellIgnored(answer: Answer, ignored: readonly string[]): Answer {
  if (ignored.length === 0) return answer;
  if ('body' in answer && answer.meta && 'per_page' in answer.meta) {
    return { ...answer, meta: { ...answer.meta, ignored_parameters: ignored } };
  }
  return { ...answer, headers: { ...answer.headers, ...toIgnoredHeader(ignored) } };
}

/** Returns the id and version of the record in the body, if it has a version. */
function readVersion({ body, version }: BodyAnswer): RecordVersion | undefined {
  if (version === undefined) return undefined;
  if (!isJsonObject(body) || typeof body.id !== 'string')
    throw new Error('An answer with a version must contain a record with an id.');
  return { id: body.id, version };
}

async function sendAnswer(
  request: Request,
  response: Response,
  handled: Answer,
  options: OperationOptions,
): Promise<void> {
  const { route, rendering, validator } = options;
  const answer = tellIgnored(handled, validator.ignored(request.query));
  for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value);
  if (answer.status === 204) {
    response.writeHead(204).end();
    return;
  }
  if ('file' in answer) return sendFile(request, response, answer);
  const body = JSON.stringify(answer.body);
  const isRead = route.method === 'get' && !route.operation['x-list'];
  if (isRead || answer.version !== undefined) {
    // The `meta` beside a record describes other records, so it isn't part of the tag, and GET has the same tag. A
    // `meta` without a record, such as a position in a log, is part of the content.
    const isMetaShown = answer.version === undefined && answer.meta !== undefined;
    const tag = computeEntityTag(isMetaShown ? `${body}${JSON.stringify(answer.meta)}` : body, readVersion(answer));
    response.setHeader('etag', tag);
    const known = request.get('if-none-match');
    if (isRead && known !== undefined && matchesTag(known, tag)) {
      response.writeHead(304).end();
      return;
    }
  }
  sendJson(response, answer.status, rendering.renderAnswer(body, answer, request, response));
}

/**
 * Creates the express handler of one operation. It finds the caller, checks scopes and role, validates query and body,
 * calls the service's handler, and sends its answer. Then it writes one log line and one metric.
 */
export function serveOperation(options: OperationOptions): RequestHandler {
  const { route, log, metrics } = options;
  const { operationId } = route.operation;
  return async (request, response) => {
    const started = process.hrtime.bigint();
    let callLog: Logger | undefined;
    let span: Span | undefined;
    try {
      const caller = await options.authenticate(request, route.operation);
      span = startOperationSpan(request, caller, route);
      const call = toCall(request, { ...caller, traceparent: span.traceparent }, options);
      callLog = call.log;
      const answer = await runInSpan(span, () => handleRequest(request, response, call, options));
      await sendAnswer(request, response, answer, options);
    } catch (error) {
      callLog ??= log.child(toLogFields(readRequestOrigin(request)));
      sendProblem(response, error, { log: callLog, rendering: options.rendering });
    }
    const seconds = Number(process.hrtime.bigint() - started) / 1e9;
    metrics.observe(operationId, response.statusCode, seconds);
    endOperationSpan(span, response.statusCode);
    callLog.info(
      { route: operationId, status: response.statusCode, duration_ms: Math.round(seconds * 1e4) / 10 },
      'answered',
    );
  };
}
