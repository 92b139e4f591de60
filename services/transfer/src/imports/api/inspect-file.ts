import { invalid } from '@plotline/kit/core/errors';
import { fileFault, isJson, type Separator } from '../../formats/model/file-record.js';
import { type FileDescription, type OpenedFile, openFile } from '../../formats/work/open-file.js';
import type { FileSource } from '../../formats/work/open-zip.js';
import type { ImportResource } from '../model/import-fields.js';
import { assertMapping, guessMapping, type Mapping, mapFieldsToThemselves } from '../model/mapping.js';

export interface InspectedFile {
  readonly separator: Separator | null;
  readonly columns: readonly string[] | null;
  /** Mapping to use: the given mapping, or else a guessed one. Null if JSON objects are used unchanged. */
  readonly mapping: Mapping | null;
}

/** Maximum number of characters of column names in a message. */
const maxNamesLength = 500;

function guessForColumns(resource: ImportResource, columns: readonly string[]): Mapping {
  const mapping = guessMapping(resource, columns);
  if (Object.keys(mapping).length > 0) return mapping;
  const message = `is required because no column is named like a field; the file has ${columns.join(', ')}`;
  throw invalid({ field: 'mapping', message: message.slice(0, maxNamesLength) });
}

function chooseMapping(
  resource: ImportResource,
  { format }: FileDescription,
  { columns }: OpenedFile,
  given: Mapping | undefined,
): Mapping | null {
  if (given) {
    assertMapping(resource, given, columns);
    return given;
  }
  if (columns) return guessForColumns(resource, columns);
  return isJson(format) ? null : mapFieldsToThemselves(resource);
}

/** File that can be read as a stream, and from any position. */
export interface InspectableFile {
  readonly content: AsyncGenerator<Buffer>;
  readonly source: FileSource;
}

/**
 * Reads a file up to its first record. Throws VALIDATION_ERROR for errors found in that part: another format, no
 * header, no record, or a mapping that doesn't fit.
 */
export async function inspectFile(
  { content, source }: InspectableFile,
  resource: ImportResource,
  description: FileDescription,
  given: Mapping | undefined,
): Promise<InspectedFile> {
  let opened: OpenedFile | undefined;
  try {
    opened = await openFile(content, description, source);
    const mapping = chooseMapping(resource, description, opened, given);
    const { done } = await opened.records.next();
    if (done) throw fileFault(opened.columns ? 'has no row after the header' : 'has no record');
    return { separator: opened.separator ?? null, columns: opened.columns ?? null, mapping };
  } finally {
    await opened?.records.return(undefined);
    await content.return(undefined);
  }
}
