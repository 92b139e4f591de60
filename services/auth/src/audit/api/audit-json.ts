import type { AuditEntry } from '../model/audit-entry.js';

const types: Readonly<Record<string, string>> = { key: 'key', app: 'app', grant: 'grant', ws: 'workspace' };

/** What the entry is about. Those of people tell of the account, or of one of its sessions. */
function toCredential({ subject, attributes }: AuditEntry) {
  const sessionId = attributes?.['session_id'];
  if (typeof sessionId === 'string') return { type: 'session', id: sessionId, person_id: subject };
  return { type: types[subject.slice(0, subject.indexOf('_'))] ?? 'account', id: subject, person_id: null };
}

/** Actor of an entry. A visitor is a person who wasn't signed in. */
function toActor({ type, id, name }: AuditEntry['actor']) {
  return { type, id, name: id === 'visitor' ? 'Someone not signed in' : name };
}

/** An entry of the audit log as the contract has it. */
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
