import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Mode, Tenant } from '@plotline/kit/caller';
import type { Key, Keyring } from '@plotline/kit/keyring';

/** The export whose file a link gives, in its workspace. */
export interface LinkTarget {
  readonly tenant: Tenant;
  readonly exportId: string;
}

function sign(payload: string, { secret }: Key): Buffer {
  return createHmac('sha256', secret).update(`download\n${payload}`).digest();
}

/** The token of a link, `<key id>.<payload>.<signature>`: the right to read one file until a time, whoever has it. */
export function createLinkToken({ tenant, exportId }: LinkTarget, expiresAt: Date, { current }: Keyring): string {
  const fields = [tenant.mode, tenant.workspaceId, exportId, expiresAt.getTime()];
  const payload = Buffer.from(JSON.stringify(fields)).toString('base64url');
  return `${current.id}.${payload}.${sign(payload, current).toString('base64url')}`;
}

function isMode(value: unknown): value is Mode {
  return value === 'live' || value === 'sandbox';
}

function parsePayload(payload: string, now: Date): LinkTarget | null {
  const fields: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
  if (!Array.isArray(fields)) return null;
  const [mode, workspaceId, exportId, expiresAt]: unknown[] = fields;
  if (!isMode(mode) || typeof workspaceId !== 'string' || typeof exportId !== 'string') return null;
  return typeof expiresAt === 'number' && expiresAt > now.getTime()
    ? { tenant: { mode, workspaceId }, exportId }
    : null;
}

/** What the token of a link gives now; null when it was not signed with one of the keys, or has ended. */
export function verifyLinkToken(token: string, now: Date, keys: Keyring): LinkTarget | null {
  const [keyId = '', payload = '', signature = '', ...rest] = token.split('.');
  const key = keys.find(keyId);
  if (!key || rest.length > 0) return null;
  const given = Buffer.from(signature, 'base64url');
  const expected = sign(payload, key);
  const isSigned = given.length === expected.length && timingSafeEqual(given, expected);
  return isSigned ? parsePayload(payload, now) : null;
}
