import type { Mode, Tenant } from '@plotline/kit/core/caller';
import { type BindPayload, type Keyring, openSignedText, signText } from '@plotline/kit/core/secrets';

/** Kind of link. A token of one kind isn't valid for another. */
export type LinkPurpose = 'download' | 'document';

/** File of a record that a link opens, and the workspace of the record. */
export interface LinkTarget {
  readonly tenant: Tenant;
  /** Id of the record or of its stored file. */
  readonly id: string;
}

const bindTo =
  (purpose: LinkPurpose): BindPayload =>
  (payload) =>
    `${purpose}\n${payload}`;

/** Creates the token of a link. Anyone with the token can read one file until the token expires. */
export function createLinkToken(
  purpose: LinkPurpose,
  { tenant, id }: LinkTarget,
  expiresAt: Date,
  keys: Keyring,
): string {
  const fields = [tenant.mode, tenant.workspaceId, id, expiresAt.getTime()];
  return signText(JSON.stringify(fields), bindTo(purpose), keys);
}

function isMode(value: unknown): value is Mode {
  return value === 'live' || value === 'sandbox';
}

function parseTarget(text: string, now: Date): LinkTarget | null {
  const fields: unknown = JSON.parse(text);
  if (!Array.isArray(fields)) return null;
  const [mode, workspaceId, id, expiresAt]: unknown[] = fields;
  if (!isMode(mode) || typeof workspaceId !== 'string' || typeof id !== 'string') return null;
  return typeof expiresAt === 'number' && expiresAt > now.getTime() ? { tenant: { mode, workspaceId }, id } : null;
}

/**
 * Returns the target of a token. Returns null if the token has expired, or if none of the keys signed it for this
 * purpose.
 */
export function verifyLinkToken(purpose: LinkPurpose, token: string, now: Date, keys: Keyring): LinkTarget | null {
  const text = openSignedText(token, bindTo(purpose), keys);
  return text === null ? null : parseTarget(text, now);
}
