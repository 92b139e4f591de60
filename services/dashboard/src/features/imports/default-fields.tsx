import { Button, Fieldset, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { DefaultField } from './default-field.js';
import { getFieldLabel } from './field-labels.js';
import type { ImportField } from './import-fields.js';
import type { Defaults } from './reading-options.js';

interface DefaultFieldsProps {
  readonly fields: readonly ImportField[];
  readonly defaults: Defaults;
  readonly onChange: (defaults: Defaults) => void;
}

/** Fields whose values must differ between records. */
const ownFields: ReadonlySet<string> = new Set(['external_id', 'name', 'email', 'phone', 'unit_number']);

/** Fields that set values for empty cells, and for fields without a column. */
export function DefaultFields({ fields, defaults, onChange }: DefaultFieldsProps) {
  const chosen = fields.filter(({ name }) => defaults[name] !== undefined);
  const others = fields.filter(({ name }) => defaults[name] === undefined && !ownFields.has(name));
  const choices = [
    { value: '', label: 'Choose a field' },
    ...others.map(({ name }) => ({ value: name, label: getFieldLabel(name) })),
  ];
  const remove = (name: string) => {
    const { [name]: _removed, ...rest } = defaults;
    onChange(rest);
  };
  return (
    <Fieldset legend="Values for empty cells">
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          Such as a currency for prices that name none, or the property of all units.
        </Text>
        {chosen.map((field) => (
          <Group key={field.name} gap="xs" align="flex-end">
            <DefaultField
              field={field}
              value={defaults[field.name] ?? ''}
              onChange={(value) => onChange({ ...defaults, [field.name]: value })}
            />
            <Button
              variant="default"
              aria-label={`Remove the value for ${getFieldLabel(field.name)}`}
              onClick={() => remove(field.name)}
            >
              Remove
            </Button>
          </Group>
        ))}
        <NativeSelect
          label="Add a value for"
          w={260}
          maw="100%"
          value=""
          data={choices}
          onChange={({ currentTarget: { value } }) => {
            if (value !== '') onChange({ ...defaults, [value]: '' });
          }}
        />
      </Stack>
    </Fieldset>
  );
}
