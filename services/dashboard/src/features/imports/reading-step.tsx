import { Stack } from '@mantine/core';
import { DefaultFields } from './default-fields.js';
import { NotationFields } from './notation-fields.js';
import type { ReadingOptions } from './reading-options.js';
import { listUnknownValues } from './unknown-values.js';
import type { NewImport } from './use-new-import.js';
import { ValueFields } from './value-fields.js';

/** Step that chooses how the values of the file are read. */
export function ReadingStep({ options: { reading }, setOptions, columns, understood }: NewImport) {
  const fields = columns.fields.data ?? [];
  const change = (changes: Partial<ReadingOptions>) => setOptions({ reading: { ...reading, ...changes } });
  return (
    <Stack gap="md">
      <NotationFields reading={reading} onChange={change} />
      <ValueFields
        groups={listUnknownValues(fields, understood, reading.valueMap)}
        valueMap={reading.valueMap}
        onChange={(valueMap) => change({ valueMap })}
      />
      <DefaultFields fields={fields} defaults={reading.defaults} onChange={(defaults) => change({ defaults })} />
    </Stack>
  );
}
