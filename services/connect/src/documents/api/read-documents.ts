import { Readable } from 'node:stream';
import { type FileAnswer, ok, page, selectFields, withVersion } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import { conflict, invalid } from '@plotline/kit/core/errors';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import type { FilePart, LeadFiles } from '../../peers/lead-files.js';
import { toDocumentJson } from '../model/document-json.js';
import type { DocumentQuery } from '../store/documents.js';

interface FieldsQuery {
  readonly fields?: readonly string[];
}

/** GET /v1/documents */
export function listDocuments({ documents }: Context): Handler<unknown, DocumentQuery & FieldsQuery> {
  return async ({ caller, query }) => {
    if (query.deal_id !== undefined && query.hold_id !== undefined) {
      throw invalid({ field: 'hold_id', message: 'must be left out, because deal_id already identifies the record' });
    }
    const { records, info } = await documents.list(caller, query);
    return page(
      records.map((document) => selectFields(toDocumentJson(document), query.fields)),
      info,
    );
  };
}

/** GET /v1/documents/:id */
export function getDocument({ documents }: Context): Handler<unknown, FieldsQuery> {
  return async ({ caller, path, query }) => {
    const document = await documents.getExisting(caller, path('id'));
    return withVersion(ok(selectFields(toDocumentJson(document), query.fields)), document.version);
  };
}

async function* readOn(leadFiles: LeadFiles, caller: Caller, id: string, first: FilePart): AsyncGenerator<Buffer> {
  yield first.content;
  let offset = first.content.length;
  while (offset < first.size) {
    const { content } = await leadFiles.read(caller, id, offset);
    if (content.length === 0) throw new Error('The file ends before its size.');
    yield content;
    offset += content.length;
  }
}

interface ContentQuery {
  readonly version: 'original' | 'signed' | 'audit';
}

/** GET /v1/documents/:id/content. Rejects with NOT_FOUND when the file was deleted from the lead. */
export function getDocumentContent({ documents, leadFiles }: Context): Handler<unknown, ContentQuery> {
  return async ({ caller, path, query: { version } }): Promise<FileAnswer> => {
    const { id, name, files, status } = await documents.getExisting(caller, path('id'));
    const fileId = files[version];
    if (fileId === null)
      throw conflict(`The document has no such file. It is ${status}.`, 'document_status', { status });
    const first = await leadFiles.read(caller, fileId, 0);
    const ending = version === 'original' ? '' : ` (${version})`;
    return {
      status: 200,
      file: {
        type: 'application/pdf',
        name: `${name}${ending}.pdf`,
        length: first.size,
        etag: `"${id}-${fileId}"`,
        open: () => Readable.from(readOn(leadFiles, caller, fileId, first)),
      },
    };
  };
}
