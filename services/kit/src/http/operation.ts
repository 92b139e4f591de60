import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { callerHeader, verifyCaller } from '../caller.js';
import type { Route } from '../contract/document.js';
import { soundFields, wholeFaults } from '../contract/faults.js';
import { prefersStrict } from '../contract/strict.js';
import type { RequestValidator } from '../contract/validator.js';
import { assertBeforeDeadline } from '../deadline.js';
import { invalid, notFound, Problem, type ProblemDetail } from '../errors.js';
import { answerOnce, idempotencyKey, requestIdentity } from '../idempotency/answer-once.js';
import type { IdempotencyKeys } from '../idempotency/keys.js';
import type { Metrics } from '../process/metrics.js';
import type { Answer } from './answer.js';
import { assertPlainQuery } from './body.js';
import { entityTag, namesTag } from './etag.js';
import type { Call, Handler, InspectingHandler } from './handler.js';
import { metaHeader } from './internal-headers.js';
import { sendJson, sendProblem } from './problems.js';

export interface OperationOptions {
  readonly route: Route;
  readonly handler: Handler | InspectingHandler;
  readonly validator: RequestValidator;
  readonly idempotency: Pick<IdempotencyKeys, 'claim' | 'keep' | 'release'>;
  readonly secret: string;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** A call before its query and body have been checked. */
type CallerCall = Omit<Call, 'query' | 'body' | 'rowFaults'>;

function pathParameter(request: Request): Call['path'] {
  return (name) => {
    const value = request.params[name];
    if (typeof value !== 'string') throw notFound();
    return value;
  };
}

function callOf(request: Request, { secret, log }: OperationOptions): CallerCall {
  const caller = verifyCaller(request.get(callerHeader), secret);
  if (!caller) throw new Problem('FORBIDDEN', 'Calls come through the gateway.');
  return {
    caller,
    path: pathParameter(request),
    header: (name) => request.get(name),
    log: log.child({ request_id: caller.requestId, workspace: caller.workspaceId, mode: caller.mode }),
  };
}

async function answer(
  request: Request,
  response: Response,
  call: CallerCall,
  options: OperationOptions,
): Promise<Answer> {
  const { validator, idempotency } = options;
  const handle = typeof options.handler === 'function' ? options.handler : options.handler.handle;
  assertBeforeDeadline(call.caller.deadline);
  assertPlainQuery(request.query);
  const key = idempotencyKey(request);
  // The identity is taken before the validator strips and fills the body.
  const identity = key === undefined ? '' : requestIdentity(request);
  const strict = prefersStrict(request.get('prefer'));
  if (strict) response.setHeader('preference-applied', 'handling=strict');
  const query = validator.query(request.query, strict);
  const { faults, rowFaults } = validator.body(request.body, strict);
  const whole: Call = { ...call, query, body: request.body, rowFaults };
  if (faults.length > 0) throw invalid(...(await allFaults(whole, faults, options)));
  if (key === undefined) return handle(whole);
  const { answer: once, replayed } = await answerOnce(idempotency, handle, whole, key, identity);
  if (replayed) response.setHeader('idempotency-replayed', 'true');
  return once;
}

/** The faults of a body: what the contract finds, in rows and outside, and what else the handler has to say. */
async function allFaults(
  call: Call,
  faults: readonly ProblemDetail[],
  { handler, route }: OperationOptions,
): Promise<readonly ProblemDetail[]> {
  const inRows = wholeFaults(route.operation['x-rows'] ?? '', call.rowFaults);
  if (typeof handler === 'function') return [...faults, ...inRows];
  const more = await handler.inspect({ ...call, body: soundFields(call.body, faults) });
  return [...faults, ...inRows, ...more];
}

function send(request: Request, response: Response, answered: Answer, { route }: OperationOptions): void {
  if (answered.status === 204) {
    response.writeHead(204).end();
    return;
  }
  const body = JSON.stringify(answered.body);
  if (answered.meta) response.setHeader(metaHeader, JSON.stringify(answered.meta));
  const isRead = route.method === 'get' && !route.operation['x-list'];
  if (isRead || answered.version !== undefined) {
    const tag = entityTag(body, answered.version);
    response.setHeader('etag', tag);
    const known = request.get('if-none-match');
    if (isRead && known !== undefined && namesTag(known, tag)) {
      response.writeHead(304).end();
      return;
    }
  }
  sendJson(response, answered.status, body);
}

/** The express handler of one operation: caller, shape, handler, answer; one log line and one metric for each. */
export function serveOperation(options: OperationOptions): RequestHandler {
  const { route, log, metrics } = options;
  const name = route.operation.operationId;
  return async (request, response) => {
    const started = process.hrtime.bigint();
    let callLog = log;
    try {
      const call = callOf(request, options);
      callLog = call.log;
      send(request, response, await answer(request, response, call, options), options);
    } catch (error) {
      sendProblem(response, error, callLog);
    }
    const seconds = Number(process.hrtime.bigint() - started) / 1e9;
    metrics.observe(name, response.statusCode, seconds);
    callLog.info({ route: name, status: response.statusCode, duration_ms: Math.round(seconds * 1e4) / 10 }, 'answered');
  };
}
