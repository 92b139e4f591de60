import type { Tenant } from '../../api/workspace.js';

/** The target of a link to a property. */
export function toProperty({ key: [workspaceId, mode] }: Tenant, propertyId: string) {
  return {
    to: '/$workspaceId/$mode/properties/$propertyId',
    params: { workspaceId, mode, propertyId },
  } as const;
}
