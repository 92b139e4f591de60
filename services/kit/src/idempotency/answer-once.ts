import { hash } from 'node:crypto';
import type { Request } from 'express';
import { invalid } from '../errors.js';
import type { Answer } from '../http/answer.js';
import type { Call, Handler } from '../http/handler.js';
import type { IdempotencyKeys } from './keys.js';

const longestKey = 255;

/** The request's Idempotency-Key, or undefined. Only a POST takes one. */
export function idempotencyKey(request: Request): string | undefined {
  const key = request.get('idempotency-key');
  if (key === undefined || request.method !== 'POST') return undefined;
  if (key === '' || key.length > longestKey) {
    throw invalid({ field: 'Idempotency-Key', message: `must have 1 to ${longestKey} characters` });
  }
  return key;
}

/** What a key stands for: the same method, address and body, whatever the order of time. */
export function requestIdentity(request: Request): string {
  return hash('sha256', JSON.stringify([request.method, request.originalUrl, request.body]));
}

export interface OnceResult {
  readonly answer: Answer;
  readonly replayed: boolean;
}

/** Runs the handler, or replays the answer that an equal request with the same key was given. Only 2xx answers are kept. */
export async function answerOnce(
  keys: Pick<IdempotencyKeys, 'claim' | 'keep' | 'release'>,
  handler: Handler,
  call: Call,
  key: string,
  identity: string,
): Promise<OnceResult> {
  const claimed = await keys.claim(call.caller, key, identity);
  if ('replay' in claimed) return { answer: claimed.replay, replayed: true };
  try {
    const answer = await handler({ ...call, claim: claimed });
    await keys.keep(call.caller, claimed, answer);
    return { answer, replayed: false };
  } catch (error) {
    await keys.release(call.caller, claimed);
    throw error;
  }
}
