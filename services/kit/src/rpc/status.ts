import { Metadata, type ServiceError, type StatusObject, status } from '@grpc/grpc-js';
import {
  isProblemCode,
  Problem,
  type ProblemCode,
  type ProblemDetail,
  toProblem,
  unavailable,
} from '../core/errors.js';
import { isProblemReason } from '../core/problem-reasons.js';

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
  // Not UNAVAILABLE, which means that the call never ran, so that clients retry it by themselves.
  SERVICE_UNAVAILABLE: status.ABORTED,
};

const codeKey = 'plotline-code';
const detailsKey = 'plotline-details-bin';
const retryKey = 'plotline-retry-after';
const reasonKey = 'plotline-reason';
const dataKey = 'plotline-data-bin';

/**
 * Converts a Problem to a gRPC status: the nearest code and the message, with the problem's code and details in the
 * trailers.
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
 * Returns the Problem that the callee threw, from the trailers. A call that didn't get through is SERVICE_UNAVAILABLE.
 */
export function fromStatus(error: ServiceError, peer: string): Problem {
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
