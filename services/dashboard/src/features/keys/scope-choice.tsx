import { Checkbox, Stack } from '@mantine/core';
import type { components } from '../../../gen/auth.js';
import { contractScopes } from '../../../gen/contract-scopes.js';

type Scope = components['schemas']['Scope'];

const isScope = (name: string): name is Scope => Object.hasOwn(contractScopes, name);

/** Scopes that a key or an app can have, described as on the consent page. */
const scopes: readonly { readonly name: Scope; readonly description: string }[] = Object.keys(contractScopes)
  .filter(isScope)
  .map((name) => ({ name, description: contractScopes[name] ?? name }));

/** Keeps only the names that are scopes. */
export function toScopes(names: readonly string[]): Scope[] {
  return scopes.map(({ name }) => name).filter((name) => names.includes(name));
}

interface ScopeChoiceProps {
  readonly label: string;
  /** Offers `admin`, which gives a key the rights of an owner. */
  readonly hasAdmin?: boolean;
  readonly value?: string[];
  readonly onChange?: (value: string[]) => void;
  readonly error?: unknown;
}

/** Checkboxes for scopes. */
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
          .map(({ name, description }) => (
            <Checkbox key={name} value={name} label={description} description={name} />
          ))}
      </Stack>
    </Checkbox.Group>
  );
}
