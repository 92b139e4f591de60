import { page } from '@plotline/kit/core/answer';
import type { Handler } from '@plotline/kit/http/handler';
import { listActivePeriods } from '../accounts/find-members.js';
import type { Context } from '../context.js';
import { toAuditJson } from '../json/audit-entry.js';
import type { AuditQuery } from '../store/audit-log.js';

/** GET /auth/audit */
export function listAuditEntries(context: Context): Handler<unknown, AuditQuery> {
  return async ({ caller, query }) => {
    const { records, info } = await context.auditLog.list(caller, await listActivePeriods(context, caller), query);
    return page(records.map(toAuditJson), info);
  };
}
