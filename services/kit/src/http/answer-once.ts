import { hash } from 'node:crypto';
import type { Request } from 'express';
import type { Answer } from '../core/answer.js';
import { invalid } from '../core/errors.js';
import type { Command } from '../store/idempotency/command.js';
import { AnsweredMeanwhile, type IdempotencyKeys } from '../store/idempotency/keys.js';
import type { Call } from './handler.js';

const maxKeyLength = 255;

/** Returns the request's Idempotency-Key, or undefined. */
export function readIdempotencyKey(request: Request): string | undefined {
  const key = request.get('idempotency-key');
  if (key === undefined) return undefined;
  if (key === '' || key.length > maxKeyLength) {
    throw invalid({ field: 'Idempotency-Key', message: `must have 1 to ${maxKeyLength} characters` });
  }
  return key;
}

/** Hashes method, address and body, or a stand-in for the body. Requests with the same key must have the same hash. */
export function identifyRequest(request: Request, body: unknown): string {
  return hash('sha256', JSON.stringify([request.method, request.originalUrl, body]));
}

interface AnsweredOnce {
  readonly answer: Answer;
  readonly isReplayed: boolean;
}

/** The part of IdempotencyKeys that is needed to answer a request once. */
export type AnswerStore = Pick<IdempotencyKeys, 'claim' | 'findAnswer' | 'keep' | 'release'>;

/**
 * Runs the handler, or replays the answer to an equal request with the same key. Only 2xx answers are kept: in the
 * transaction of their change, or here when nothing changed.
 */
export async function answerOnce<C extends Pick<Call, 'caller' | 'log'>>(
  keys: AnswerStore,
  handler: (call: C & Required<Command>) => Promise<Answer>,
  call: C,
  { key, identity }: { readonly key: string; readonly identity: string },
): Promise<AnsweredOnce> {
  const { caller, log } = call;
  const claim = await keys.claim(caller, key, identity);
  if ('replay' in claim) return { answer: claim.replay, isReplayed: true };
  try {
    const answer = await handler({ ...call, claim });
    if (!claim.isAnswerCommitted) await keys.keep(caller, claim, answer);
    return { answer, isReplayed: false };
  } catch (error) {
    const other = error instanceof AnsweredMeanwhile && (await keys.findAnswer(caller, claim));
    if (other) return { answer: other, isReplayed: true };
    await keys.release(caller, claim).catch((reason: unknown) => {
      log.warn({ err: reason }, 'releasing an Idempotency-Key failed; it stays claimed until its deadline');
    });
    throw error;
  }
}
