import { type Answer, withVersion } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import { conflict, invalid } from '@plotline/kit/core/errors';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Handler } from '@plotline/kit/http/handler';
import type { Connection } from '../../connections/model/connection.js';
import type { Context } from '../../context.js';
import { advance, assertStatus, type SaleDocument } from '../model/document.js';
import { toDocumentJson } from '../model/document-json.js';

interface SendBody {
  readonly connection_id?: string;
  readonly message?: string;
}

interface VoidBody {
  readonly reason?: string;
}

function toAccepted(document: SaleDocument): Answer {
  const status = document.pending === null ? 200 : 202;
  return withVersion({ status, body: toDocumentJson(document) }, document.version);
}

/** Returns the connection that sends the document: the requested one, or the only active one. Throws a Problem. */
async function chooseConnection(
  { connections }: Pick<Context, 'connections'>,
  caller: Caller,
  id: string | undefined,
): Promise<Connection> {
  const active = await connections.listActive(caller, 'e_signature');
  if (id !== undefined) {
    const named = active.find((connection) => connection.id === id);
    if (!named) throw invalid({ field: 'connection_id', message: 'must be an active connection for e-signature' });
    return named;
  }
  const [first, ...others] = active;
  if (first && others.length === 0) return first;
  const message = first
    ? 'Several connections can send documents. Set connection_id.'
    : 'No active connection can send documents. Download the document, and upload it when it is signed.';
  throw conflict(message, 'no_signature_connection');
}

/**
 * POST /v1/documents/:id/send. A background job asks the vendor until the outcome is known, so a document is neither
 * lost nor sent twice.
 */
export function sendDocument(context: Context): Handler<SendBody | undefined> {
  const { documents } = context;
  return async (call) => {
    const { caller, path, body, header } = call;
    assertStatus(await documents.getExisting(caller, path('id')), ['draft']);
    const connection = await chooseConnection(context, caller, body?.connection_id);
    const { answer } = await documents.change(call, path('id'), {
      type: 'send_requested',
      description: `The document is sent with ${connection.name}.`,
      enqueues: true,
      decide: (before, at) => {
        assertIfMatch(header, before);
        assertStatus(before, ['draft']);
        return {
          ...before,
          connection_id: connection.id,
          // An envelope in a different account doesn't belong to this request.
          envelope_id: before.connection_id === connection.id ? before.envelope_id : null,
          message: body?.message?.trim() ?? null,
          pending: 'send',
          last_error: null,
          updated_at: at,
        };
      },
      toAnswer: toAccepted,
    });
    return answer;
  };
}

/** POST /v1/documents/:id/void. If the document was sent, a background job also voids it at the vendor. */
export function voidDocument({ documents }: Context): Handler<VoidBody | undefined> {
  return async (call) => {
    const { path, body, header } = call;
    const reason = body?.reason?.trim() ?? null;
    const before = await documents.getExisting(call.caller, path('id'));
    const isSent = before.status !== 'draft';
    const { answer } = await documents.change(call, path('id'), {
      type: isSent ? 'void_requested' : 'voided',
      description: 'The document was voided.',
      enqueues: isSent,
      decide: (document, at) => {
        assertIfMatch(header, document);
        assertStatus(document, isSent ? ['sent', 'viewed'] : ['draft']);
        if (!isSent) return advance(document, { status: 'voided', reason }, at);
        return { ...document, pending: 'void', reason, last_error: null, updated_at: at };
      },
      toAnswer: toAccepted,
    });
    return answer;
  };
}
