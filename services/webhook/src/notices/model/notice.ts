/** Types of notices. */
export const noticeTypes = [
  'webhook.disabled',
  'integration.disabled',
  'connection.needs_attention',
  'import.completed',
  'import.failed',
  'import.cancelled',
  'undo.completed',
  'undo.failed',
  'undo.cancelled',
  'export.completed',
  'export.failed',
  'export.cancelled',
  'resend.completed',
  'resend.failed',
  'resend.cancelled',
  'lead.assigned',
  'task.due',
  'hold.expiring',
  'invoice.overdue',
  'unit.sold',
] as const;
export type NoticeType = (typeof noticeTypes)[number];

/** Notice for the people of a workspace about something that happened in the background. */
export interface Notice {
  readonly id: string;
  readonly version: number;
  readonly type: NoticeType;
  /** One sentence. */
  readonly message: string;
  readonly subject: { readonly type: string; readonly id: string };
  /** Further facts, by type. */
  readonly data: object;
  /** Scope that a credential requires to read the notice. */
  readonly scope: string;
  /** Id of the recipient: a person, their agent, or a key. Null if the notice is for everybody who may read it. */
  readonly recipient: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** Lead whose personal data the notice may contain; absent when it contains none. */
  readonly lead_id?: string;
  /** `dueMail` while an email about the notice is due, and the id of that email while it is being handed over. */
  readonly mail?: string;
}

/** Value of `mail` in a notice that is due to be emailed. */
export const dueMail = 'due';

/** Maximum number of notices of a person or agent. Older notices are removed. */
export const maxNotices = 200;

/**
 * Scope required to read notices about jobs, by kind of record. It is the scope that is required to read these records.
 */
const scopeOfResource: Readonly<Record<string, string>> = {
  leads: 'read:leads',
  tasks: 'read:leads',
  holds: 'read:leads',
  deals: 'read:leads',
  commissions: 'read:leads',
  instalments: 'read:leads',
  invoices: 'read:leads',
  payments: 'read:leads',
  properties: 'read:properties',
  units: 'read:properties',
  agents: 'read:agents',
  teams: 'read:agents',
};

/** Reader of notices. */
export interface NoticeReader {
  /** Scopes whose notices the reader may read; null for all. */
  readonly scopes: readonly string[] | null;
  readonly actorId: string;
  /** Agent in the workspace, if the reader is a person. */
  readonly agentId?: string | undefined;
  /** Time at which the person became active in the workspace. The person gets no earlier notices. */
  readonly memberSince?: Date | undefined;
  /** Types of notices that the person has turned off. */
  readonly hiddenTypes?: readonly NoticeType[];
}

export const webhookScope = 'webhooks';

/** Scope that is required to manage connections. */
export const connectionScope = 'admin';

/** Returns `admin` for a resource without its own scope. */
export function getResourceScope(resource: string): string {
  return scopeOfResource[resource] ?? 'admin';
}

/** Credential, and the person or key that uses it. */
interface Credential {
  readonly scopes: readonly string[];
  readonly actor: { readonly id: string; readonly role?: string; readonly agentId?: string };
  readonly memberSince?: number;
}

/** Returns the caller as a reader of notices. */
export function toReader({ scopes, actor, memberSince }: Credential): NoticeReader {
  return {
    scopes: listReadableScopes(scopes, actor.role),
    actorId: actor.id,
    agentId: actor.agentId,
    memberSince: memberSince === undefined ? undefined : new Date(memberSince),
  };
}

/** Returns the scopes whose notices a credential may read; null for all. */
function listReadableScopes(scopes: readonly string[], role: string | undefined): readonly string[] | null {
  // Only people who manage webhooks may see the content that webhooks receive.
  const mayManage = role === undefined || role === 'owner' || role === 'admin';
  if (scopes.includes('admin')) {
    if (mayManage) return null;
    return [...new Set(Object.values(scopeOfResource))];
  }
  return mayManage ? scopes : scopes.filter((scope) => scope !== webhookScope);
}
