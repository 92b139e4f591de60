import type { Request } from 'express';
import type { Answer } from '../core/answer.js';
import { Problem } from '../core/errors.js';
import { requestBudgetMs } from '../core/time.js';
import type { Operation } from './contract/document.js';
import type { Call, ReceivedUpload, UploadCall, UploadHandler } from './handler.js';
import { openUpload, readToEnd } from './upload.js';

export function isUploadHandler(handler: object): handler is UploadHandler {
  return 'receive' in handler;
}

/** A call whose body was received, and the function that discards the stored body. */
export interface TakenUpload extends Pick<ReceivedUpload, 'identity' | 'discard'> {
  readonly call: Call;
}

/** Lets the handler receive the whole body. After that, the call has the deadline of a normal request. */
export async function takeUpload(
  request: Request,
  call: Omit<UploadCall, 'upload'>,
  { operation, handler }: { readonly operation: Operation; readonly handler: UploadHandler },
): Promise<TakenUpload> {
  const upload = openUpload(request, operation);
  try {
    const { body, identity, discard } = await handler.receive({ ...call, upload });
    await readToEnd(upload).catch(async (error: unknown) => {
      await discard();
      throw error;
    });
    const deadline = Math.min(call.caller.deadline, (upload.endedAt ?? 0) + requestBudgetMs);
    const caller = { ...call.caller, deadline };
    return { identity, discard, call: { ...call, caller, body, rowFaults: new Map() } };
  } finally {
    upload.stream.destroy();
  }
}

/**
 * Returns the answer to a request whose body was received. Discards the stored body when the request is refused or was
 * answered before. Keeps it after an outage, because the work may have succeeded; the service finds leftovers by their
 * age.
 */
export async function useUpload(
  { discard, call }: TakenUpload,
  answer: () => Promise<{ readonly answer: Answer; readonly isReplayed: boolean }>,
): Promise<Answer> {
  const discardSafely = () =>
    discard().catch((error: unknown) => call.log.warn({ err: error }, 'discarding an upload failed'));
  try {
    const answered = await answer();
    if (answered.isReplayed) await discardSafely();
    return answered.answer;
  } catch (error) {
    if (error instanceof Problem && error.status < 500) await discardSafely();
    throw error;
  }
}
