import { Checkbox, Stack } from '@mantine/core';
import { scopes } from './scopes.js';

interface ScopeChoiceProps {
  readonly label: string;
  readonly value?: string[];
  readonly onChange?: (value: string[]) => void;
  readonly error?: unknown;
}

/** Scopes to choose from, each with what it means. */
export function ScopeChoice({ label, value, onChange, error }: ScopeChoiceProps) {
  return (
    <Checkbox.Group
      label={label}
      {...(value === undefined ? {} : { value })}
      {...(onChange === undefined ? {} : { onChange })}
      error={typeof error === 'string' ? error : undefined}
    >
      <Stack gap={6} mt={6}>
        {scopes.map(({ name, meaning }) => (
          <Checkbox key={name} value={name} label={meaning} description={name} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
