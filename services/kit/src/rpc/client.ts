import { Metadata, type MethodDefinition, type ServiceError, type StatusObject, status } from '@grpc/grpc-js';
import { type Caller, callerHeader, signCall, signCaller } from '../core/caller.js';
import type { CallerKeys } from '../core/caller-keys.js';
import {
  isProblemCode,
  Problem,
  type ProblemCode,
  type ProblemDetail,
  toProblem,
  unavailable,
} from '../core/errors.js';
import { isProblemReason } from '../core/problem-reasons.js';
import { type Deadline, deriveDeadline } from '../core/time.js';
import type { Metrics } from '../telemetry/metrics.js';
import { endCallSpan, startCallSpan } from './call-span.js';
import { type OpenChannel, openGrpcChannel } from './grpc-channel.js';
import { createCallObserver } from './rpc-metrics.js';

const statusOf: Readonly<Record<ProblemCode, status>> = {
  BAD_REQUEST: status.INVALID_ARGUMENT,
  UNAUTHORIZED: status.UNAUTHENTICATED,
  FORBIDDEN: status.PERMISSION_DENIED,
  NOT_FOUND: status.NOT_FOUND,
  METHOD_NOT_ALLOWED: status.UNIMPLEMENTED,
  CONFLICT: status.FAILED_PRECONDITION,
  PRECONDITION_FAILED: status.FAILED_PRECONDITION,
  PAYLOAD_TOO_LARGE: status.RESOURCE_EXHAUSTED,
  VALIDATION_ERROR: status.INVALID_ARGUMENT,
  RATE_LIMIT_EXCEEDED: status.RESOURCE_EXHAUSTED,
  INTERNAL_ERROR: status.INTERNAL,
  // Not UNAVAILABLE, because that code means that the call never ran, so clients retry it by themselves.
  SERVICE_UNAVAILABLE: status.ABORTED,
};

const codeKey = 'plotline-code';
const detailsKey = 'plotline-details-bin';
const retryKey = 'plotline-retry-after';
const reasonKey = 'plotline-reason';
const dataKey = 'plotline-data-bin';

/**
 * Converts a Problem to a gRPC status: the nearest code, and the message. The trailers contain the problem's code and
 * details.
 */
export function toStatus(error: unknown): Partial<StatusObject> {
  const problem = toProblem(error);
  const metadata = new Metadata();
  metadata.set(codeKey, problem.code);
  if (problem.details.length > 0) metadata.set(detailsKey, Buffer.from(JSON.stringify(problem.details)));
  if (problem.retryAfter !== undefined) metadata.set(retryKey, String(problem.retryAfter));
  if (problem.reason !== undefined) metadata.set(reasonKey, problem.reason);
  if (problem.data !== undefined) metadata.set(dataKey, Buffer.from(JSON.stringify(problem.data)));
  return { code: statusOf[problem.code], details: problem.message, metadata };
}

function parseDetails(metadata: Metadata): ProblemDetail[] {
  const [value] = metadata.get(detailsKey);
  return Buffer.isBuffer(value) ? JSON.parse(value.toString('utf8')) : [];
}

/**
 * Returns the Problem that the callee threw, from the trailers. A call that didn't reach the callee becomes
 * SERVICE_UNAVAILABLE.
 */
function fromStatus(error: ServiceError, peer: string): Problem {
  const [code] = error.metadata?.get(codeKey) ?? [];
  if (isProblemCode(code)) {
    const [retryAfter] = error.metadata.get(retryKey);
    const [reason] = error.metadata.get(reasonKey);
    const [data] = error.metadata.get(dataKey);
    return new Problem(code, error.details, {
      details: parseDetails(error.metadata),
      cause: error,
      ...(retryAfter === undefined ? {} : { retryAfter: Number(retryAfter) }),
      ...(isProblemReason(reason) && { reason }),
      ...(Buffer.isBuffer(data) && { data: JSON.parse(data.toString('utf8')) }),
    });
  }
  if (error.code === status.UNAVAILABLE || error.code === status.DEADLINE_EXCEEDED || error.code === status.CANCELLED) {
    return unavailable(`The ${peer} service did not answer.`, error);
  }
  return new Problem('INTERNAL_ERROR', 'Something went wrong on our side.', { cause: error });
}

/** Context of a call; its deadline and caller are passed on. */
export interface CallContext {
  readonly caller?: Caller;
  /** Deadline of the outer work when there is no caller yet. */
  readonly deadline?: Deadline;
}

export interface PeerOptions {
  /** Name of the peer. Callers are signed for it, and errors contain it. */
  readonly name: string;
  /** `host:port`, or `dns:///host:port` to spread calls over the addresses behind a headless name. */
  readonly address: string;
  /** Keys that sign the calls. */
  readonly callerKeys: CallerKeys;
  /** Time limit of one call (default 5,000). */
  readonly timeoutMs?: number;
  /** Registry of the calls' metrics. */
  readonly metrics?: Pick<Metrics, 'registry'>;
  /** Opens the channel for calls. By default, calls use gRPC. */
  readonly openChannel?: OpenChannel;
}

/** A channel to another service. */
export interface Peer {
  /** Calls a method of a generated definition. Resolves to the answer or rejects with a Problem. */
  call<Request, Response>(
    method: MethodDefinition<Request, Response>,
    request: Request,
    context: CallContext,
  ): Promise<Response>;
  close(): void;
}

/** Creates one channel to another service for all calls. */
export function createPeer(options: PeerOptions): Peer {
  const { name, address, callerKeys, timeoutMs = 5_000, metrics, openChannel = openGrpcChannel } = options;
  const observe = createCallObserver('client', metrics?.registry);
  const channel = openChannel(name, address);
  return {
    call: (method, request, context) =>
      new Promise((resolve, reject) => {
        const startedAt = performance.now();
        const { path } = method;
        const metadata = new Metadata();
        const { caller } = context;
        const deadline = deriveDeadline(timeoutMs, caller?.deadline ?? context.deadline);
        const span = caller && startCallSpan('client', path, caller);
        const target = { service: name, method: 'POST', path };
        // Makes the callee stop working when this call stops waiting.
        const own = caller && span && { ...caller, deadline, traceparent: span.traceparent };
        const signed = own ? signCaller(own, target, callerKeys) : signCall(deadline, target, callerKeys);
        metadata.set(callerHeader, signed);
        channel.call(method, request, { metadata, deadline }, (error, answer) => {
          endCallSpan(span, error);
          const problem = error ? fromStatus(error, name) : null;
          observe(path, problem?.code ?? 'OK', startedAt);
          if (problem) reject(problem);
          else if (answer === undefined) reject(new Error(`The ${name} service answered nothing.`));
          else resolve(answer);
        });
      }),
    close: () => channel.close(),
  };
}

/** Maximum of ids in one call for records by id. */
export const maxIdsPerCall = 1_000;

/** Calls a peer for many ids, with as few concurrent calls as possible. Makes no call without ids. */
export async function callInBatches<T>(
  ids: readonly string[],
  call: (batch: string[]) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const batches: string[][] = [];
  for (let start = 0; start < ids.length; start += maxIdsPerCall) batches.push(ids.slice(start, start + maxIdsPerCall));
  return (await Promise.all(batches.map(call))).flat();
}
