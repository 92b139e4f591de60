/** What notices tell of. */
export const noticeTypes = [
  'webhook.disabled',
  'integration.disabled',
  'import.completed',
  'import.failed',
  'import.cancelled',
  'export.completed',
  'export.failed',
  'export.cancelled',
  'resend.completed',
  'resend.failed',
  'resend.cancelled',
] as const;
export type NoticeType = (typeof noticeTypes)[number];

/** Tells the people of a workspace of something that happened in the background. */
export interface Notice {
  readonly id: string;
  readonly version: number;
  readonly type: NoticeType;
  /** One sentence. */
  readonly message: string;
  readonly subject: { readonly type: string; readonly id: string };
  /** What else there is to know, by type. */
  readonly data: object;
  /** Who may read it: credentials with this scope. */
  readonly scope: string;
  /** Id of the person or key that it is for; null for everybody who may read it. */
  readonly recipient: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** The lead whose personal data `data` may have; absent when it has none. */
  readonly lead_id?: string;
}

/** The scope that reading the jobs about a kind of record takes: that of the records. */
const scopeOfResource: Readonly<Record<string, string>> = {
  leads: 'read:leads',
  deals: 'read:leads',
  commissions: 'read:leads',
  invoices: 'read:leads',
  properties: 'read:properties',
  units: 'read:properties',
  agents: 'read:agents',
  teams: 'read:agents',
};

/** Who asks for notices. */
export interface NoticeReader {
  /** Null for all. */
  readonly scopes: readonly string[] | null;
  readonly actorId: string;
}

export const webhookScope = 'webhooks';

/** `admin` for a resource without a scope of its own. */
export function getResourceScope(resource: string): string {
  return scopeOfResource[resource] ?? 'admin';
}

/** A credential, and who acts by it. */
interface Credential {
  readonly scopes: readonly string[];
  readonly actor: { readonly id: string; readonly role?: string };
}

/** The caller as a reader of notices. */
export function toReader({ scopes, actor }: Credential): NoticeReader {
  return { scopes: listReadableScopes(scopes, actor.role), actorId: actor.id };
}

/** The scopes of the notices that a credential may read; null for all. */
function listReadableScopes(scopes: readonly string[], role: string | undefined): readonly string[] | null {
  // What webhooks are sent is for those alone who manage them.
  const mayManage = role === undefined || role === 'owner' || role === 'admin';
  if (scopes.includes('admin')) {
    if (mayManage) return null;
    return [...new Set(Object.values(scopeOfResource))];
  }
  return mayManage ? scopes : scopes.filter((scope) => scope !== webhookScope);
}
