import { invalid } from '@plotline/kit/core/errors';
import type { ReceivedUpload, UploadCall } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { createFileSource } from '../../files/store/file-source.js';
import type { ImportInput } from '../model/import.js';
import type { ImportResource } from '../model/import-fields.js';
import { type ImportOptions, type ImportQuery, readImportOptions } from './import-options.js';
import { inspectFile } from './inspect-file.js';
import { readMultipart } from './multipart.js';
import { findFormat, type UploadFormat } from './upload-format.js';

/** Stored upload that can become an import. */
export interface ReceivedImport {
  /** Id of the import and of its file. */
  readonly id: string;
  readonly input: ImportInput;
}

/** Maximum number of bytes in a file, as in the contract's `x-upload` for the body. */
const maxBytes = 209_715_200;

interface OpenedUpload {
  readonly content: AsyncIterable<Buffer>;
  readonly format: UploadFormat;
  readonly options: ImportOptions;
}

async function openUpload(resource: ImportResource, { upload, query }: UploadCall<ImportQuery>): Promise<OpenedUpload> {
  const { contentType, stream } = upload;
  if (contentType.essence !== 'multipart/form-data') {
    const format = findFormat(String(contentType));
    if (!format) throw new Error(`The contract accepts ${contentType.essence}, which has no known format.`);
    return { content: stream, format, options: readImportOptions(resource, query, new Map()) };
  }
  const { fields, fileName, contentType: partType, content } = await readMultipart(stream, String(contentType));
  const options = readImportOptions(resource, query, fields);
  const format = findFormat(partType, fileName);
  if (format) return { content, format, options };
  const message =
    'must be CSV, an Excel workbook (.xlsx), JSON, JSON lines or XML by the Content-Type of its part or the end of its name';
  throw invalid({ field: 'file', message });
}

async function storeAndInspect(
  { files }: Context,
  id: string,
  resource: ImportResource,
  { content, format: { format, charset, separator: typeSeparator }, options }: OpenedUpload,
): Promise<ImportInput> {
  const { size, sha256 } = await files.put(id, content, { maxBytes });
  const { sheet } = options;
  const description = { resource, format, charset, separator: options.separator ?? typeSeparator, sheet };
  const file = { content: files.read(id), source: createFileSource(files, id, size) };
  const { separator, columns, mapping } = await inspectFile(file, resource, description, options.mapping);
  return {
    resource,
    mode: options.mode,
    dry_run: options.isDryRun,
    on_duplicate: options.onDuplicate,
    format,
    charset: charset ?? null,
    separator,
    ...(sheet !== undefined && format === 'xlsx' && { sheet }),
    columns,
    mapping: mapping && Object.entries(mapping).map(([column, field]) => ({ column, field })),
    conversion: options.conversion,
    size,
    sha256,
  };
}

/** Stores the file of an upload and reads its beginning. Removes the file if the upload is refused. */
export async function receiveImport(
  context: Context,
  resource: ImportResource,
  call: UploadCall<ImportQuery>,
): Promise<ReceivedUpload<ReceivedImport>> {
  const { files, imports } = context;
  await imports.assertCapacity(call.caller);
  const opened = await openUpload(resource, call);
  const id = imports.newId();
  const discard = () => files.remove(id);
  try {
    const input = await storeAndInspect(context, id, resource, opened);
    return { body: { id, input }, identity: JSON.stringify(input), discard };
  } catch (error) {
    await discard();
    throw error;
  }
}
