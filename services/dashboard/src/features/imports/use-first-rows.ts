import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, skipToken, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useTenant } from '../../api/workspace.js';
import { type ColumnMapping, keepMapped } from './column-mapping.js';
import type { ChosenFile } from './file/open-file.js';
import { type ImportPreview, previewText } from './import-preview.js';
import type { Import, ImportResource } from './import-queries.js';
import type { ReadingOptions } from './reading-options.js';
import { toPreviewedText } from './use-column-mapping.js';

interface FirstRowsInput {
  readonly file: ChosenFile | undefined;
  readonly resource: ImportResource;
  readonly mode: Import['mode'];
  readonly mapping: ColumnMapping | undefined;
  readonly reading: ReadingOptions;
  /** Whether the choices can be sent. */
  readonly isReady: boolean;
}

const pauseMs = 400;

/** Reads the first rows as they would be stored with the choices. Waits until the person stops changing them. */
export function useFirstRows(input: FirstRowsInput): UseQueryResult<ImportPreview> {
  const { file, resource, mode, reading, isReady } = input;
  const tenant = useTenant();
  const mapping = input.mapping && keepMapped(input.mapping);
  const choices = { resource, mode, reading, mapping };
  // The dependency is a string, because an object would be new at each render.
  const wanted = JSON.stringify([file?.id, isReady, choices]);
  const [chosen] = useDebouncedValue(wanted, pauseMs, { leading: true });
  const canRead = isReady && chosen === wanted;
  return useQuery({
    queryKey: [...tenant.key, 'import-first-rows', chosen],
    queryFn: file && canRead ? () => previewText(tenant, toPreviewedText(file), choices) : skipToken,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
