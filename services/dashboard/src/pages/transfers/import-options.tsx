import { Radio, Stack } from '@mantine/core';
import type { NewImport } from './use-new-import.js';

interface ImportOptionsProps {
  readonly options: NewImport['options'];
  readonly onChange: NewImport['setOptions'];
}

const foundBy = {
  leads: 'external id, email or phone',
  units: 'external id, or unit number within the property',
  properties: 'external id',
} as const;

/** What becomes of records that are there already. */
export function ImportOptions({ options: { resource, mode, onDuplicate }, onChange }: ImportOptionsProps) {
  return (
    <Stack gap="lg">
      <Radio.Group
        label="Records that are there already"
        value={mode}
        onChange={(value) => onChange({ mode: value === 'upsert' ? 'upsert' : 'create' })}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="create" label="Every row is a new record" />
          <Radio value="upsert" label="Update them" description={`They are found by ${foundBy[resource]}.`} />
        </Stack>
      </Radio.Group>
      {resource === 'leads' && mode === 'create' ? (
        <Radio.Group
          label="A lead with the email or phone of another"
          value={onDuplicate}
          onChange={(value) => onChange({ onDuplicate: value === 'reject' || value === 'return' ? value : 'create' })}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="create" label="Create it all the same" />
            <Radio value="reject" label="Leave it out" description="It is among the rows that were left out." />
            <Radio value="return" label="Keep the lead that is there" description="It counts as unchanged." />
          </Stack>
        </Radio.Group>
      ) : null}
    </Stack>
  );
}
