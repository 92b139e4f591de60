/** The scopes of the contract (part 5), described in the words of the consent page. */
export const scopeDescriptions: Readonly<Record<string, string>> = {
  'read:properties': 'See properties and units',
  'write:properties': 'Create and change properties and units',
  'read:leads': 'See leads, deals, invoices and commissions',
  'write:leads': 'Create and change leads, deals, invoices and commissions',
  'read:agents': 'See agents and teams',
  'write:agents': 'Invite and change agents and teams',
  'read:analytics': 'See the analytics of the workspace',
  webhooks: 'Manage webhooks and integrations, and so receive every event of the workspace with its data',
  admin: 'Do everything that you may do in the workspace',
};

export const knownScopes: ReadonlySet<string> = new Set(Object.keys(scopeDescriptions));
