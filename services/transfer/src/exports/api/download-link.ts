import type { Mode, Tenant } from '@plotline/kit/core/caller';
import { type BindPayload, type Keyring, openSignedText, signText } from '@plotline/kit/core/secrets';

/** Export whose file a link leads to, in its workspace. */
export interface LinkTarget {
  readonly tenant: Tenant;
  readonly exportId: string;
}

const bindToDownload: BindPayload = (payload) => `download\n${payload}`;

/** Creates the token of a link. Anyone with it can read one file until it expires. */
export function createLinkToken({ tenant, exportId }: LinkTarget, expiresAt: Date, keys: Keyring): string {
  const fields = [tenant.mode, tenant.workspaceId, exportId, expiresAt.getTime()];
  return signText(JSON.stringify(fields), bindToDownload, keys);
}

function isMode(value: unknown): value is Mode {
  return value === 'live' || value === 'sandbox';
}

function parseTarget(text: string, now: Date): LinkTarget | null {
  const fields: unknown = JSON.parse(text);
  if (!Array.isArray(fields)) return null;
  const [mode, workspaceId, exportId, expiresAt]: unknown[] = fields;
  if (!isMode(mode) || typeof workspaceId !== 'string' || typeof exportId !== 'string') return null;
  return typeof expiresAt === 'number' && expiresAt > now.getTime()
    ? { tenant: { mode, workspaceId }, exportId }
    : null;
}

/** Returns the target of a token; null when no key has signed it, or it has expired. */
export function verifyLinkToken(token: string, now: Date, keys: Keyring): LinkTarget | null {
  const text = openSignedText(token, bindToDownload, keys);
  return text === null ? null : parseTarget(text, now);
}
