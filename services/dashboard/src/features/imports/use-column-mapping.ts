import { skipToken, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTenant } from '../../api/workspace.js';
import { type ColumnMapping, chooseMapping } from './column-mapping.js';
import type { ChosenFile } from './file/open-file.js';
import { type ImportField, importFieldsQuery } from './import-fields.js';
import { type ImportPreview, previewText } from './import-preview.js';
import type { Import, ImportResource } from './import-queries.js';
import { defaultReading } from './reading-options.js';

interface UseMappingInput {
  readonly file: ChosenFile | undefined;
  readonly resource: ImportResource;
  readonly earlier: Import | undefined;
}

interface Corrections {
  /** Identifies the file and resource to which the corrections belong. */
  readonly subject: string;
  readonly fields: ColumnMapping;
}

export interface ColumnChoices {
  readonly preview: UseQueryResult<ImportPreview>;
  readonly fields: UseQueryResult<readonly ImportField[]>;
  /** Fields that every new record needs. */
  readonly required: readonly string[];
  /** Undefined while the server's guess is loading, and for a file without columns. */
  readonly mapping: ColumnMapping | undefined;
  readonly setField: (column: string, field: string) => void;
}

/** Returns the part of a chosen file that a preview needs, as text. */
export function toPreviewedText({ head, headFormat, type }: ChosenFile) {
  return { text: head, format: headFormat, isSheet: type.format === 'xlsx' };
}

/**
 * Returns the mapping of a file, with the person's corrections. It starts from the server's guess or from an earlier
 * import.
 */
export function useColumnMapping({ file, resource, earlier }: UseMappingInput): ColumnChoices {
  const tenant = useTenant();
  const fields = useQuery(importFieldsQuery(tenant, resource));
  const choices = { resource, mode: 'create', reading: defaultReading } as const;
  const preview = useQuery({
    queryKey: [...tenant.key, 'import-preview', resource, file?.id],
    queryFn: file ? () => previewText(tenant, toPreviewedText(file), choices) : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const subject = `${resource} ${file?.id}`;
  const [corrections, setCorrections] = useState<Corrections>({ subject, fields: {} });
  const corrected = corrections.subject === subject ? corrections.fields : {};
  const guess = preview.data;
  const before = earlier?.resource === resource ? (earlier.mapping ?? undefined) : undefined;
  return {
    preview,
    fields,
    required: (fields.data ?? []).filter(({ required }) => required).map(({ name }) => name),
    mapping:
      guess?.format === 'csv' ? { ...chooseMapping(guess.columns, guess.mapping, before), ...corrected } : undefined,
    setField: (column, field) => setCorrections({ subject, fields: { ...corrected, [column]: field } }),
  };
}
