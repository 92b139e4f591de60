import { makeValidator } from 'envalid';
import { type CallerKeyOptions, type PublicKeys, parsePrivateKey } from '../core/caller-keys.js';
import { UnfitSecret } from './secret-specs.js';

function parseCallerKey(text: string): string {
  try {
    parsePrivateKey(text);
  } catch {
    throw new UnfitSecret('must be 32 bytes, as base64url');
  }
  return text;
}

function isKeyList(value: unknown): value is readonly string[] {
  const isKey = (text: unknown) => typeof text === 'string' && Buffer.from(text, 'base64url').length === 32;
  return Array.isArray(value) && value.length > 0 && value.every(isKey);
}

/** Parses the public keys of all programs from JSON. Throws for any other text. */
export function parsePublicKeys(text: string): PublicKeys {
  const parsed: unknown = JSON.parse(text);
  const lists = Object.entries(Object(parsed));
  const keys = lists.flatMap(([program, list]) => (isKeyList(list) ? [[program, list] as const] : []));
  if (lists.length === 0 || keys.length < lists.length)
    throw new UnfitSecret('must have a list of keys for each program');
  return Object.fromEntries(keys);
}

function checkPublicKeys(text: string): string {
  parsePublicKeys(text);
  return text;
}

/** Variables with the keys by which programs recognize each other. */
export const callerKeySpecs = {
  CALLER_KEY: makeValidator(parseCallerKey)({ desc: 'private key with which the program signs its calls' }),
  CALLER_KEY_PREVIOUS: makeValidator((text) => (text === '' ? '' : parseCallerKey(text)))({
    default: '',
    desc: 'another private key of the program that accepts signed calls',
  }),
  CALLER_PUBLIC_KEYS: makeValidator(checkPublicKeys)({
    desc: 'JSON with the public keys of all programs by name, the current one first',
  }),
};

/** Values of `callerKeySpecs`. */
export interface CallerKeyConfig {
  readonly CALLER_KEY: string;
  readonly CALLER_KEY_PREVIOUS: string;
  readonly CALLER_PUBLIC_KEYS: string;
}

/** Converts the configuration to options of `createCallerKeys`. */
export function toCallerKeyOptions(config: CallerKeyConfig): CallerKeyOptions {
  return {
    key: config.CALLER_KEY,
    previousKey: config.CALLER_KEY_PREVIOUS,
    publicKeys: parsePublicKeys(config.CALLER_PUBLIC_KEYS),
  };
}
