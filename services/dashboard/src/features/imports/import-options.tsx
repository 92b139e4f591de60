import { Radio, Stack } from '@mantine/core';
import type { NewImport } from './use-new-import.js';

interface ImportOptionsProps {
  readonly options: NewImport['options'];
  readonly onChange: NewImport['setOptions'];
}

const matchFields = {
  leads: 'external ID, email or phone',
  units: 'external ID, or name within the property',
  properties: 'external ID or name',
} as const;

/** Field for how to treat rows that match existing records. */
export function ImportOptions({ options: { resource, mode, onDuplicate }, onChange }: ImportOptionsProps) {
  return (
    <Stack gap="lg">
      <Radio.Group
        label="Existing records"
        value={mode}
        onChange={(value) => onChange({ mode: value === 'upsert' ? 'upsert' : 'create' })}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="create" label="Create a new record for every row" />
          <Radio
            value="upsert"
            label="Update existing records"
            description={`We match them by ${matchFields[resource]}.`}
          />
        </Stack>
      </Radio.Group>
      {resource === 'leads' && mode === 'create' ? (
        <Radio.Group
          label="Leads with the same email or phone as another"
          value={onDuplicate}
          onChange={(value) => onChange({ onDuplicate: value === 'reject' || value === 'return' ? value : 'create' })}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="create" label="Create them anyway" />
            <Radio value="reject" label="Skip them" description="You find them in the list of skipped rows." />
            <Radio value="return" label="Keep the existing leads" description="They count as unchanged." />
          </Stack>
        </Radio.Group>
      ) : null}
    </Stack>
  );
}
