/** Every scope of the contract, part 5. */
export const scopes = [
  'read:properties',
  'write:properties',
  'read:leads',
  'write:leads',
  'read:agents',
  'write:agents',
  'read:analytics',
  'webhooks',
  'admin',
] as const;

export type Scope = (typeof scopes)[number];

export function isScope(value: string): value is Scope {
  return scopes.some((scope) => scope === value);
}
