import { page } from '@plotline/kit/core/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { listActivePeriods } from '../../directory/api/find-members.js';
import type { AuditEntry } from '../model/audit-entry.js';
import type { AuditQuery } from '../store/audit-log.js';

const types: Readonly<Record<string, string>> = { key: 'key', app: 'app', grant: 'grant', ws: 'workspace' };

/**
 * Returns the credential that the entry is about. For an entry about a person, this is the account or one of its
 * sessions.
 */
function toCredential({ subject, attributes }: AuditEntry) {
  const sessionId = attributes?.['session_id'];
  if (typeof sessionId === 'string') return { type: 'session', id: sessionId, person_id: subject };
  return { type: types[subject.slice(0, subject.indexOf('_'))] ?? 'account', id: subject, person_id: null };
}

/** Returns the actor of an entry. A visitor is a person who wasn't signed in. */
function toActor({ type, id, name }: AuditEntry['actor']) {
  return { type, id, name: id === 'visitor' ? 'Someone not signed in' : name };
}

/** Renders an entry of the audit log in the form of the contract. */
export function toAuditJson(entry: AuditEntry) {
  const { _id: id, at, type, description, actor, address, attributes } = entry;
  return {
    id,
    at,
    type,
    credential: toCredential(entry),
    description,
    actor: toActor(actor),
    address: address ?? attributes?.['address'] ?? null,
  };
}

/** GET /auth/audit */
export function listAuditEntries(context: Context): Handler<unknown, AuditQuery> {
  return async ({ caller, query }) => {
    const { records, info } = await context.auditLog.list(caller, await listActivePeriods(context, caller), query);
    return page(records.map(toAuditJson), info);
  };
}
