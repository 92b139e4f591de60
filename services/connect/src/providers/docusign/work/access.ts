import { createPrivateKey, hash, type KeyObject } from 'node:crypto';
import { isJsonObject, type JsonObject } from '@plotline/kit/core/json-object';
import { SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import type { FieldValues, ProviderValues } from '../../../vendors/model/field-values.js';
import { VendorFailure } from '../../../vendors/model/vendor-failure.js';
import type { SendToVendor, Subject } from '../../../vendors/model/vendor-request.js';
import { apiHosts, authHosts } from '../model/dialect.js';

/** An account with a token for its API. */
export interface Access {
  readonly token: string;
  /** Address of the account's API, without a trailing slash. */
  readonly accountUrl: string;
}

const assertionSeconds = 600;
/** Tokens are valid for an hour. */
const maxTokenAgeMs = 45 * 60_000;
const maxTokens = 200;

/** Tokens of connections. Changed credentials get a new token. DocuSign requires clients to reuse tokens. */
const tokens = new LRUCache<string, Access>({ max: maxTokens, ttl: maxTokenAgeMs });

/** Reads the private key from PEM text. Returns null if it isn't an RSA key. */
export function readPrivateKey({ private_key: pem = '' }: FieldValues): KeyObject | null {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === 'rsa' ? key : null;
  } catch {
    return null;
  }
}

function toCacheKey({ mode, settings, credentials }: ProviderValues): string {
  const { integration_key, user_id, private_key } = credentials;
  return hash('sha256', JSON.stringify([mode, settings['account_id'], integration_key, user_id, private_key]));
}

async function createAssertion({ mode, credentials }: ProviderValues): Promise<string> {
  const key = readPrivateKey(credentials);
  if (!key) throw new VendorFailure('credentials_refused', 'The private key is not an RSA key.');
  return new SignJWT({ scope: 'signature impersonation' })
    .setProtectedHeader({ alg: 'RS256' })
    .setIssuer(credentials['integration_key'] ?? '')
    .setSubject(credentials['user_id'] ?? '')
    .setAudience(authHosts[mode])
    .setIssuedAt()
    .setExpirationTime(`${assertionSeconds}s`)
    .sign(key);
}

async function requestToken(send: SendToVendor, values: ProviderValues, subject: Subject): Promise<string> {
  const grant = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
  const { body } = await send({
    purpose: 'request token',
    method: 'POST',
    url: `https://${authHosts[values.mode]}/oauth/token`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ grant_type: grant, assertion: await createAssertion(values) }).toString(),
    excerpt: null,
    subject,
    isAuthentication: true,
  });
  const token = isJsonObject(body) ? body['access_token'] : null;
  if (typeof token === 'string') return token;
  throw new VendorFailure('answer_unreadable', 'DocuSign sent no token.');
}

function chooseAccount(info: unknown, wanted: string | undefined): JsonObject {
  const listed: unknown = isJsonObject(info) ? info['accounts'] : null;
  const accounts: JsonObject[] = Array.isArray(listed) ? listed.filter(isJsonObject) : [];
  const chosen = accounts.find(({ account_id, is_default }) => (wanted ? account_id === wanted : is_default === true));
  if (chosen) return chosen;
  const field = 'settings.account_id';
  throw new VendorFailure('request_refused', 'The user has no such account at DocuSign.', { field });
}

/** Returns the address of an account's API. Throws unless its host is one of DocuSign's hosts for the mode. */
function toAccountUrl({ base_uri, account_id }: JsonObject, { mode }: ProviderValues): string {
  const base = typeof base_uri === 'string' && URL.canParse(base_uri) ? new URL(base_uri) : null;
  if (!base || !apiHosts[mode].includes(base.host)) {
    throw new VendorFailure('answer_unreadable', 'DocuSign named a host that is not known for this mode.');
  }
  return `https://${base.host}/restapi/v2.1/accounts/${encodeURIComponent(String(account_id))}`;
}

/**
 * Resolves to the access of a connection. Requests a new token at most every 45 minutes. Rejects with a VendorFailure.
 */
export async function getAccess(send: SendToVendor, values: ProviderValues, subject: Subject): Promise<Access> {
  const key = toCacheKey(values);
  const known = tokens.get(key);
  if (known) return known;
  const token = await requestToken(send, values, subject);
  const { body } = await send({
    purpose: 'find account',
    method: 'GET',
    url: `https://${authHosts[values.mode]}/oauth/userinfo`,
    headers: { authorization: `Bearer ${token}` },
    body: null,
    excerpt: null,
    subject,
  });
  const access = { token, accountUrl: toAccountUrl(chooseAccount(body, values.settings['account_id']), values) };
  tokens.set(key, access);
  return access;
}

/** Drops the token of a connection, so that a check requests a new one. */
export function forgetAccess(values: ProviderValues): void {
  tokens.delete(toCacheKey(values));
}
