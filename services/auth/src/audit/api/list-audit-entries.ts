import { page } from '@plotline/kit/core/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { listActivePeriods } from '../../directory/api/find-members.js';
import type { AuditQuery } from '../store/audit-log.js';
import { toAuditJson } from './audit-json.js';

/** GET /auth/audit */
export function listAuditEntries(context: Context): Handler<unknown, AuditQuery> {
  return async ({ caller, query }) => {
    const { records, info } = await context.auditLog.list(caller, await listActivePeriods(context, caller), query);
    return page(records.map(toAuditJson), info);
  };
}
