import type { Mode, Tenant } from '@plotline/kit/core/caller';
import type { Keyring } from '@plotline/kit/core/keyring';
import { type BindPayload, openSignedText, signText } from '@plotline/kit/core/signed-text';

/** The export whose file a link gives, in its workspace. */
export interface LinkTarget {
  readonly tenant: Tenant;
  readonly exportId: string;
}

const bindToDownload: BindPayload = (payload) => `download\n${payload}`;

/** The token of a link: the right to read one file until a time, whoever has it. */
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

/** What the token of a link gives now; null when it was not signed with one of the keys, or has ended. */
export function verifyLinkToken(token: string, now: Date, keys: Keyring): LinkTarget | null {
  const text = openSignedText(token, bindToDownload, keys);
  return text === null ? null : parseTarget(text, now);
}
