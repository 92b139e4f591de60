import { createHash } from 'node:crypto';
import { ok, withVersion } from '@plotline/kit/core/answer';
import { invalid } from '@plotline/kit/core/errors';
import { newId } from '@plotline/kit/core/ids';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { UploadHandler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { advance, assertStatus } from '../model/document.js';
import { toDocumentJson } from '../model/document-json.js';

/** POST /v1/documents/:id/signed. For a document that was signed on paper, or elsewhere. */
export function uploadSignedDocument({ documents, leadFiles }: Context): UploadHandler<Buffer> {
  return {
    receive: async ({ caller, path, upload }) => {
      // `handle` checks the status, because a repeated request must get the first request's answer.
      await documents.getExisting(caller, path('id'));
      const chunks: Buffer[] = [];
      for await (const chunk of upload.stream) chunks.push(chunk);
      const content = Buffer.concat(chunks);
      if (content.subarray(0, 5).toString('latin1') !== '%PDF-')
        throw invalid({ field: 'file', message: 'must be a PDF' });
      const identity = createHash('sha256').update(content).digest('hex');
      return { body: content, identity, discard: async () => undefined };
    },
    handle: async (call) => {
      const { caller, path, body, header } = call;
      const document = await documents.getExisting(caller, path('id'));
      assertIfMatch(header, document);
      assertStatus(document, ['draft']);
      const signed = newId('file');
      const name = `${document.name} (signed).pdf`;
      await leadFiles.store(caller, { id: signed, leadId: document.lead_id, name, content: body });
      const { answer } = await documents.change(call, document.id, {
        type: 'signed',
        description: 'The document was marked as signed.',
        decide: (before, at) => {
          assertStatus(before, ['draft']);
          const unsent = { ...before, connection_id: null, envelope_id: null, last_error: null };
          return { ...advance(unsent, { status: 'signed' }, at), files: { ...before.files, signed } };
        },
        toAnswer: (after) => withVersion(ok(toDocumentJson(after)), after.version),
      });
      return answer;
    },
  };
}
