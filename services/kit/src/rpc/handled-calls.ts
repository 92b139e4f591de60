import type { StatusObject, UntypedHandleCall } from '@grpc/grpc-js';
import type { ReceivedRequest } from './incoming-call.js';

/** Answers calls of one RPC, however they arrive. */
export interface CallAnswer {
  answer(
    received: ReceivedRequest<unknown>,
    callback: (refusal: Partial<StatusObject> | null, answer?: unknown) => void,
  ): void;
}

const answers = new WeakMap<UntypedHandleCall, CallAnswer>();

/** Remembers the function behind a gRPC handler, whose own form needs a call with a connection. */
export function rememberAnswer(handler: UntypedHandleCall, answer: CallAnswer): void {
  answers.set(handler, answer);
}

/** Finds the function behind a handler; undefined for one that `createRpcAdapter` did not create. */
export function findAnswer(handler: UntypedHandleCall): CallAnswer | undefined {
  return answers.get(handler);
}
