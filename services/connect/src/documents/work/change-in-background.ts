import { type Caller, createSystemCaller, type Tenant } from '@plotline/kit/core/caller';
import { noAnswer } from '@plotline/kit/store/records/change-record';
import type { Context } from '../../context.js';
import type { Envelope } from '../../vendors/model/signature-port.js';
import { advance, type DocumentFiles, isFinal, type SaleDocument } from '../model/document.js';

type ChangeContext = Pick<Context, 'documents'>;

export function createDocumentCaller(tenant: Tenant, requestId: string): Caller {
  return createSystemCaller(tenant, 'documents', requestId);
}

const descriptions: Readonly<Record<Envelope['status'], string>> = {
  draft: 'The document was created at the provider.',
  sent: 'The document was sent to its signers.',
  viewed: 'A signer has opened the document.',
  signed: 'The document was signed.',
  declined: 'A signer has declined the document.',
  voided: 'The document was voided.',
};

/**
 * Applies a vendor's report about an envelope. A signed document is filed first: filing is due immediately, and the
 * status becomes `signed` when the files are stored.
 */
export async function followEnvelope(
  { documents }: ChangeContext,
  caller: Caller,
  id: string,
  envelope: Envelope,
): Promise<void> {
  const isSigned = envelope.status === 'signed';
  await documents.change({ caller }, id, {
    type: isSigned ? 'filing_requested' : 'status_change',
    description: descriptions[envelope.status],
    enqueues: isSigned,
    decide: (before, at) => {
      const known = before.envelope_id === null ? { ...before, envelope_id: envelope.id, updated_at: at } : before;
      if (isFinal(before)) return before;
      if (isSigned) return before.pending === 'file' ? before : { ...known, pending: 'file', updated_at: at };
      const after = advance(known, envelope, at);
      // The answer to the request is known. Another task, such as filing, continues.
      const isDone =
        (before.pending === 'send' && after.status !== 'draft') || (before.pending === 'void' && isFinal(after));
      return isDone ? { ...after, pending: null, last_error: null } : after;
    },
    toAnswer: noAnswer,
  });
}

/** Marks a document as signed, with the files that the vendor has sent back. */
export async function markFiled(
  { documents }: ChangeContext,
  caller: Caller,
  id: string,
  files: Pick<DocumentFiles, 'signed' | 'audit'>,
): Promise<void> {
  await documents.change({ caller }, id, {
    type: 'signed',
    description: 'The signed document was filed.',
    decide: (before, at) => {
      if (isFinal(before)) return before;
      const after = advance(before, { status: 'signed' }, at);
      return { ...after, files: { ...before.files, ...files }, pending: null, last_error: null };
    },
    toAnswer: noAnswer,
  });
}

/** Failure of a document's task. */
interface TaskFailure {
  readonly task: SaleDocument['pending'];
  readonly error: Omit<NonNullable<SaleDocument['last_error']>, 'at'>;
  readonly isOver: boolean;
}

/**
 * Stores why a task at the vendor failed, unless a different task is pending now. `isOver` means that the task is not
 * retried.
 */
export async function recordFailure(
  { documents }: ChangeContext,
  caller: Caller,
  id: string,
  { task, error, isOver }: TaskFailure,
): Promise<void> {
  await documents.change({ caller }, id, {
    type: isOver ? 'failed' : 'delayed',
    description: error.message,
    decide: (before, at) => {
      if (before.pending !== task) return before;
      const isSame = before.last_error?.code === error.code && before.last_error.message === error.message;
      if (isSame && !isOver) return before;
      return { ...before, last_error: { at, ...error }, ...(isOver && { pending: null }), updated_at: at };
    },
    toAnswer: noAnswer,
  });
}
