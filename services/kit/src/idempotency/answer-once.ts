import { hash } from 'node:crypto';
import type { Request } from 'express';
import { invalid } from '../errors.js';
import type { Answer } from '../http/answer.js';
import type { Call, Handler } from '../http/handler.js';
import type { IdempotencyKeys } from './keys.js';

const maxKeyLength = 255;

/** The request's Idempotency-Key, or undefined. Only a POST takes one. */
export function readIdempotencyKey(request: Request): string | undefined {
  const key = request.get('idempotency-key');
  if (key === undefined || request.method !== 'POST') return undefined;
  if (key === '' || key.length > maxKeyLength) {
    throw invalid({ field: 'Idempotency-Key', message: `must have 1 to ${maxKeyLength} characters` });
  }
  return key;
}

/** A hash of method, address and body: requests with the same key must agree in it. */
export function identifyRequest(request: Request): string {
  return hash('sha256', JSON.stringify([request.method, request.originalUrl, request.body]));
}

interface AnsweredOnce {
  readonly answer: Answer;
  readonly isReplayed: boolean;
}

/** Runs the handler, or replays the answer to an equal request with the same key. Only 2xx answers are kept. */
export async function answerOnce(
  keys: Pick<IdempotencyKeys, 'claim' | 'keep' | 'release'>,
  handler: Handler,
  call: Call,
  { key, identity }: { readonly key: string; readonly identity: string },
): Promise<AnsweredOnce> {
  const claim = await keys.claim(call.caller, key, identity);
  if ('replay' in claim) return { answer: claim.replay, isReplayed: true };
  try {
    const answer = await handler({ ...call, claim });
    await keys.keep(call.caller, claim, answer);
    return { answer, isReplayed: false };
  } catch (error) {
    await keys.release(call.caller, claim);
    throw error;
  }
}
