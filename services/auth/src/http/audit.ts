import { page } from '@plotline/kit/http/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import { toAuditJson } from '../json/audit-entry.js';
import type { AuditQuery } from '../store/audit-log.js';

/** GET /auth/audit */
export function listAuditEntries({ auditLog, memberships }: Context): Handler<unknown, AuditQuery> {
  return async ({ caller, query }) => {
    const { records, info } = await auditLog.list(caller, await memberships.listByWorkspace(caller), query);
    return page(records.map(toAuditJson), info);
  };
}
