import type { components } from '../../../gen/auth.js';

type Scope = components['schemas']['Scope'];

/** What programs can be allowed to do. */
export const scopes: readonly { readonly name: Scope; readonly meaning: string }[] = [
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
