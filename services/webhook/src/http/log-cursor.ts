import type { Tenant } from '@plotline/kit/caller';
import { cursorScope } from '@plotline/kit/mongo/cursor';

/** Of one log: that of a workspace in one mode. */
function toScope({ workspaceId, mode }: Tenant): string {
  return cursorScope('events', mode, workspaceId);
}

/** The place after the event of that number as an opaque text. */
export function encodeLogCursor(tenant: Tenant, position: number): string {
  return Buffer.from(`${toScope(tenant)}.${position}`).toString('base64url');
}

/** The place that a cursor of this log names; null when it is none. */
export function parseLogCursor(tenant: Tenant, cursor: string): number | null {
  const [scope, position = '', ...rest] = Buffer.from(cursor, 'base64url').toString('utf8').split('.');
  const isCursor = scope === toScope(tenant) && /^\d{1,15}$/.test(position) && rest.length === 0;
  return isCursor ? Number(position) : null;
}
