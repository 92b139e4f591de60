import { Checkbox, Stack } from '@mantine/core';
import type { components } from '../../../gen/auth.js';

type Scope = components['schemas']['Scope'];

/** The scopes that a key or app can have. */
const scopes: readonly { readonly name: Scope; readonly description: string }[] = [
  { name: 'read:properties', description: 'See properties and units' },
  { name: 'write:properties', description: 'Create and change properties and units' },
  { name: 'read:leads', description: 'See leads, deals, invoices and commissions' },
  { name: 'write:leads', description: 'Create and change leads, deals, invoices and commissions' },
  { name: 'read:agents', description: 'See agents and teams' },
  { name: 'write:agents', description: 'Invite and change agents and teams' },
  { name: 'read:analytics', description: "See the workspace's analytics" },
  { name: 'webhooks', description: 'Manage webhooks and integrations, and receive all events with their data' },
  { name: 'admin', description: 'Everything, including all other scopes' },
];

/** Keeps the names that are scopes. */
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
