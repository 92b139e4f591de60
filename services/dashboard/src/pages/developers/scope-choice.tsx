import { Checkbox, Stack } from '@mantine/core';
import type { components } from '../../../gen/auth.js';

type Scope = components['schemas']['Scope'];

/** What programs can be allowed to do. */
const scopes: readonly { readonly name: Scope; readonly meaning: string }[] = [
  { name: 'read:properties', meaning: 'See properties and units' },
  { name: 'write:properties', meaning: 'Create and change properties and units' },
  { name: 'read:leads', meaning: 'See leads, deals, invoices and commissions' },
  { name: 'write:leads', meaning: 'Create and change leads, deals, invoices and commissions' },
  { name: 'read:agents', meaning: 'See agents and teams' },
  { name: 'write:agents', meaning: 'Invite and change agents and teams' },
  { name: 'read:analytics', meaning: 'See the analytics of the workspace' },
  { name: 'webhooks', meaning: 'Manage webhooks and integrations, and so receive every event with its data' },
  { name: 'admin', meaning: 'Everything, all other scopes included' },
];

/** Those of the names that are scopes. */
export function toScopes(names: readonly string[]): Scope[] {
  return scopes.map(({ name }) => name).filter((name) => names.includes(name));
}

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
