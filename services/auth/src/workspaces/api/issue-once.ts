import { hash } from 'node:crypto';
import type { Answer } from '@plotline/kit/core/answer';
import { invalid } from '@plotline/kit/core/errors';
import { answerOnce } from '@plotline/kit/http/handler';
import type { RpcCall } from '@plotline/kit/rpc/server';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { Context } from '../../context.js';

const maxLength = 255;

/** The id of a new record, and its secret, which is shown once. */
export interface Issued {
  readonly id: string;
  readonly secret: string;
}

/** Reads the issued id and secret from a stored response. */
export function readIssued(answer: Answer): Issued {
  const body: unknown = 'body' in answer ? answer.body : null;
  const [id, secret] = ['id', 'secret'].map((name): unknown => Reflect.get(Object(body), name));
  if (typeof id !== 'string' || typeof secret !== 'string') throw new Error('The stored answer is not of this RPC.');
  return { id, secret };
}

/** Returns the `request_id` of a request that may be repeated. Throws VALIDATION_ERROR. */
export function parseRequestId({ request_id: key }: { readonly request_id: string }): string {
  if (key !== '' && key.length <= maxLength) return key;
  throw invalid({ field: 'request_id', message: `must have 1 to ${maxLength} characters` });
}

/**
 * Issues a secret, or returns the secret that was issued for an identical request with the same `request_id`. Throws
 * VALIDATION_ERROR if the `request_id` was used for a different request.
 */
export async function issueOnce(
  { runtime }: Context,
  { caller, log }: Command & Pick<RpcCall, 'log'>,
  request: { readonly request_id: string },
  issue: (command: Command) => Promise<Answer>,
): Promise<Issued> {
  const key = parseRequestId(request);
  const identity = hash('sha256', JSON.stringify(request));
  const { answer } = await answerOnce(runtime.idempotency, issue, { caller, log }, { key, identity });
  return readIssued(answer);
}
