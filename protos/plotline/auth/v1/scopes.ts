/**
 * Every scope of the public contract, with the permission that it grants, in the words of the consent page. Services
 * that check or show scopes import this list, which `npm run generate` copies to the generated code.
 */
export const scopeDescriptions = {
  'read:properties': 'See properties and units',
  'write:properties': 'Create and change properties and units',
  'read:leads': 'See leads, tasks, deals, invoices and commissions',
  'write:leads': 'Create and change leads, tasks, deals, invoices and commissions',
  'read:agents': 'See agents and teams',
  'write:agents': 'Invite and change agents and teams',
  'read:analytics': 'See the analytics of the workspace',
  webhooks: 'Manage webhooks and integrations, and so receive every event of the workspace with its data',
  admin: 'Do everything that you may do in the workspace',
} as const;

export type Scope = keyof typeof scopeDescriptions;

/** Checks whether a text is the name of a scope. */
export function isScope(value: string): value is Scope {
  return Object.hasOwn(scopeDescriptions, value);
}
