import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { SERVICE_NAMES } from './running-system.js';

/** Secret and its predecessor, which is still accepted. The predecessor may be empty. */
export interface RotatedSecret {
  readonly current: string;
  readonly previous: string;
}

/** Owner of a signing key: a program, or the administrator. */
export const callerNames = ['gateway', ...SERVICE_NAMES, 'operator'] as const;

/** Private keys with which programs sign calls to each other. */
export type CallerPrivateKeys = Readonly<Record<(typeof callerNames)[number], string>>;

/**
 * Secrets of this installation, one for each purpose. They are created once, and the data in the databases depends on
 * them.
 */
export interface Secrets {
  /** Signing key of each program and of the administrator, by name. */
  readonly callerKeys: CallerPrivateKeys;
  /** Seals the answers that are kept with Idempotency-Keys. */
  readonly answerSeal: RotatedSecret;
  /** Seals the signing secrets of webhooks. Only the webhook service has it. */
  readonly webhookSeal: RotatedSecret;
  /** Key for the hashes of API keys. Only the auth service has it. */
  readonly keyHash: RotatedSecret;
  /** Seals signing keys and second factors. Only the auth service has it. */
  readonly authSeal: RotatedSecret;
  /** Signs download links. Only the transfer service has it. */
  readonly transferLink: RotatedSecret;
  /** Seals the credentials of connections. Only the connect service has it. */
  readonly connectSeal: RotatedSecret;
}

/**
 * Reads the secrets, or creates and writes them (mode 0600) if the file does not exist yet.
 * @throws Error when the file exists without them, because new secrets would invalidate every issued key.
 */
export async function loadSecrets(file: string): Promise<Secrets> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return writeSecrets(file, createSecrets());
  const stored = parse(text);
  if (isSecrets(stored)) return stored;
  throw new Error(`${file} no longer contains the secrets; \`npm start -- --fresh\` creates new ones`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function createRotated(): RotatedSecret {
  return { current: createSecret(), previous: '' };
}

function createSecrets(): Secrets {
  return {
    answerSeal: createRotated(),
    webhookSeal: createRotated(),
    keyHash: createRotated(),
    authSeal: createRotated(),
    transferLink: createRotated(),
    connectSeal: createRotated(),
    callerKeys: {
      gateway: createSecret(),
      auth: createSecret(),
      inventory: createSecret(),
      pipeline: createSecret(),
      team: createSecret(),
      webhook: createSecret(),
      transfer: createSecret(),
      connect: createSecret(),
      operator: createSecret(),
    },
  };
}

/** Writes a temporary file and renames it, because a partial file would lose the secrets. */
async function writeSecrets(file: string, secrets: Secrets): Promise<Secrets> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(`${file}.new`, `${JSON.stringify(secrets, undefined, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return secrets;
}

function createSecret(): string {
  return randomBytes(32).toString('base64url');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isRotatedSecret(value: unknown): value is RotatedSecret {
  return isObject(value) && isSecret(value.current) && typeof value.previous === 'string';
}

function isSecret(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isSecrets(value: unknown): value is Secrets {
  if (!isObject(value)) return false;
  const { callerKeys, answerSeal, webhookSeal, keyHash, authSeal, transferLink, connectSeal } = value;
  const keys = isObject(callerKeys) ? callerNames.map((name) => callerKeys[name]) : [null];
  const rotated = [answerSeal, webhookSeal, keyHash, authSeal, transferLink, connectSeal];
  return rotated.every(isRotatedSecret) && keys.every(isSecret);
}
