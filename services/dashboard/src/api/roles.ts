import type { Membership } from './session.js';

export type Role = Membership['role'];

/** What the interface offers by role; the API decides by the contract's `x-roles` all the same. */
const rolesOf = {
  /** Change records of sales: leads, deals. */
  write: ['owner', 'admin', 'agent'],
  /** Change properties and units. */
  manageListings: ['owner', 'admin'],
  /** Run imports and exports. */
  transfer: ['owner', 'admin', 'agent'],
  /** People, keys, webhooks, integrations, settings. */
  administer: ['owner', 'admin'],
  /** What belongs to the workspace itself: the audit log, its deletion. */
  own: ['owner'],
} as const satisfies Record<string, readonly Role[]>;

export type Capability = keyof typeof rolesOf;

export function can(role: Role, capability: Capability): boolean {
  const roles: readonly Role[] = rolesOf[capability];
  return roles.includes(role);
}
