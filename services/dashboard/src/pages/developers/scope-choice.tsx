import { Checkbox, Stack } from '@mantine/core';
import { scopes } from './scopes.js';

interface ScopeChoiceProps {
  readonly label: string;
  /** Whether `admin` is offered: a key with it counts as an owner. */
  readonly hasAdmin?: boolean;
  readonly value?: string[];
  readonly onChange?: (value: string[]) => void;
  readonly error?: unknown;
}

/** Scopes to choose from, each with what it means. */
export function ScopeChoice({ label, hasAdmin = true, value, onChange, error }: ScopeChoiceProps) {
  return (
    <Checkbox.Group
      label={label}
      {...(value === undefined ? {} : { value })}
      {...(onChange === undefined ? {} : { onChange })}
      error={typeof error === 'string' ? error : undefined}
    >
      <Stack gap={6} mt={6}>
        {scopes
          .filter(({ name }) => hasAdmin || name !== 'admin')
          .map(({ name, meaning }) => (
            <Checkbox key={name} value={name} label={meaning} description={name} />
          ))}
      </Stack>
    </Checkbox.Group>
  );
}
