import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { SERVICE_NAMES } from './running-system.js';

/** Secret, and the one that is accepted beside it; empty for none. */
export interface RotatedSecret {
  readonly current: string;
  readonly previous: string;
}

/** Owner of a signing key: a program, or the administrator. */
export const callerNames = ['gateway', ...SERVICE_NAMES, 'operator'] as const;

/** Private keys by which programs sign calls to each other. */
export type CallerPrivateKeys = Readonly<Record<(typeof callerNames)[number], string>>;

/** Secrets of this installation, created once, one for each purpose. The data in the databases depends on them. */
export interface Secrets {
  /** Signing key of each program and of the administrator, by name. */
  readonly callerKeys: CallerPrivateKeys;
  /** Seals the answers that are kept for Idempotency-Keys. */
  readonly answerSeal: RotatedSecret;
  /** Seals the signing secrets of webhooks. Only the webhook service has it. */
  readonly webhookSeal: RotatedSecret;
  /** Keys the hashes of API keys. Only the auth service has it. */
  readonly keyHash: RotatedSecret;
  /** Seals signing keys and second factors. Only the auth service has it. */
  readonly authSeal: RotatedSecret;
  /** Signs download links. Only the transfer service has it. */
  readonly transferLink: RotatedSecret;
}

/** Content of a file from when one secret signed callers and sealed answers and signing secrets. */
interface FormerSecrets {
  readonly internalSecret: string;
  readonly keyHashSecret: string;
}

/**
 * Reads the secrets, or creates and writes them (mode 0600) when the file is missing. In a file from when there were
 * two secrets, each purpose gets a secret of its own, and the former one is accepted beside it.
 * @throws Error when the file exists but lacks them: new ones would make every issued key invalid.
 */
export async function loadSecrets(file: string): Promise<Secrets> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return writeSecrets(file, createSecrets());
  const stored = parse(text);
  if (isSecrets(stored)) return stored;
  if (isFirstSecrets(stored)) return writeSecrets(file, { ...createLaterSecrets(), ...stored });
  if (isFormerSecrets(stored)) return writeSecrets(file, separate(stored));
  throw new Error(`${file} no longer contains the secrets; \`npm start -- --fresh\` makes new ones`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function createRotated(previous = ''): RotatedSecret {
  return { current: createSecret(), previous };
}

function createSecrets(previous = ''): Secrets {
  const create = () => createRotated(previous);
  return {
    answerSeal: create(),
    webhookSeal: create(),
    keyHash: create(),
    ...createLaterSecrets(),
  };
}

type LaterSecrets = Pick<Secrets, 'authSeal' | 'transferLink' | 'callerKeys'>;

/** Secrets that an older file may lack. */
function createLaterSecrets(): LaterSecrets {
  return {
    authSeal: createRotated(),
    transferLink: createRotated(),
    callerKeys: {
      gateway: createSecret(),
      auth: createSecret(),
      inventory: createSecret(),
      pipeline: createSecret(),
      team: createSecret(),
      webhook: createSecret(),
      transfer: createSecret(),
      operator: createSecret(),
    },
  };
}

function separate({ internalSecret, keyHashSecret }: FormerSecrets): Secrets {
  return { ...createSecrets(internalSecret), keyHash: { current: keyHashSecret, previous: '' } };
}

/** Writes under another name and renames, because half a file would lose the secrets. */
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

/** Checks the secrets that every file with separate secrets has, perhaps among others. */
function isFirstSecrets(value: unknown): value is Omit<Secrets, keyof LaterSecrets> {
  if (!isObject(value)) return false;
  return [value.answerSeal, value.webhookSeal, value.keyHash].every(isRotatedSecret);
}

function isSecrets(value: unknown): value is Secrets {
  if (!isObject(value)) return false;
  const { authSeal, transferLink, callerKeys } = value;
  const keys = isObject(callerKeys) ? callerNames.map((name) => callerKeys[name]) : [null];
  return isFirstSecrets(value) && [authSeal, transferLink].every(isRotatedSecret) && keys.every(isSecret);
}

function isFormerSecrets(value: unknown): value is FormerSecrets {
  return isObject(value) && isSecret(value.internalSecret) && isSecret(value.keyHashSecret);
}
