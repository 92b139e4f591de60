import type { Membership } from './session.js';

export type Role = Membership['role'];

/** Actions that the screens offer to a role. The API itself enforces the contract's `x-roles`. */
const rolesByCapability = {
  /** Change leads and deals. */
  write: ['owner', 'admin', 'agent'],
  /** Change properties and units. */
  manageListings: ['owner', 'admin'],
  /** Run imports and exports. */
  transfer: ['owner', 'admin', 'agent'],
  /** Manage people, keys, webhooks, integrations and settings. */
  administer: ['owner', 'admin'],
  /** Read the audit log and delete the workspace. */
  own: ['owner'],
} as const satisfies Record<string, readonly Role[]>;

export type Capability = keyof typeof rolesByCapability;

export function can(role: Role, capability: Capability): boolean {
  const roles: readonly Role[] = rolesByCapability[capability];
  return roles.includes(role);
}
