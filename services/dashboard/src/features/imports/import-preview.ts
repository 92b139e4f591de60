import type { components } from '../../../gen/api.js';
import { readBody } from '../../api/client.js';
import type { Tenant } from '../../api/workspace.js';
import type { TextFormat } from './file/file-types.js';
import type { Import, ImportResource } from './import-queries.js';
import { type ReadingOptions, toApiOptions } from './reading-options.js';

export type ImportPreview = components['schemas']['ImportPreview'];
export type UnderstoodColumn = components['schemas']['ImportColumn'];
export type SampleRow = components['schemas']['ImportSampleRow'];

/** The start of a file as text. */
export interface PreviewedText {
  readonly text: string;
  readonly format: TextFormat;
  /** Whether the text is a workbook's sheet, as CSV with commas. */
  readonly isSheet?: boolean;
}

export interface PreviewChoices {
  readonly resource: ImportResource;
  readonly mode: Import['mode'];
  readonly reading: ReadingOptions;
  /** Whole mapping without skipped columns. Undefined lets the server guess it. */
  readonly mapping?: Readonly<Record<string, string>> | undefined;
}

/** Sends the start of a file to the server, and shows its rows as they would be stored. */
export async function previewText(
  { api }: Tenant,
  { text, format, isSheet = false }: PreviewedText,
  { resource, mode, reading, mapping }: PreviewChoices,
): Promise<ImportPreview> {
  const separator = isSheet ? ({ separator: 'comma' } as const) : {};
  const body = { resource, text, format, mode, ...separator, ...toApiOptions(reading), mapping };
  return (await readBody(api.POST('/v1/imports/preview', { body }))).data;
}
