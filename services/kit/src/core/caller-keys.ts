import { createPrivateKey, createPublicKey, diffieHellman, hkdfSync, type KeyObject } from 'node:crypto';
import { createKeyring, createKeyringOf, type Keyring } from './secrets.js';

/** Public keys of every program, the current key first. The keys are X25519 (RFC 7748), as base64url. */
export type PublicKeys = Readonly<Record<string, readonly string[]>>;

/** Program name for external administration. No running program has its key. */
export const operatorProgram = 'operator';

/** Keys that a program signs its calls with, and that identify the signer of a call. */
export interface CallerKeys {
  /** Name of the program that owns the private key. */
  readonly program: string;
  /** Programs that have public keys. */
  readonly programs: readonly string[];
  /** Returns the keys that sign calls to a program. Throws if it has no public key. */
  getSigningKeys(callee: string): Keyring;
  /** Keys that other programs use to sign calls to this program. */
  readonly accepted: Keyring;
  /** Returns the program that signs with the accepted key of this id. Throws for an unknown id. */
  getSigner(keyId: string): string;
}

export interface CallerKeyOptions {
  /** Current private key, 32 random bytes as base64url. */
  readonly key: string;
  /** Second private key of the program. Calls signed for it are accepted too. Empty if there is none. */
  readonly previousKey?: string;
  readonly publicKeys: PublicKeys;
}

/** Header before the 32 bytes of an X25519 private key in PKCS #8 (RFC 8410, 7). */
const pkcs8Prefix = Buffer.from('302e020100300506032b656e04220420', 'hex');

/** Parses an X25519 private key, given as 32 random bytes in base64url. Throws if the text is anything else. */
export function parsePrivateKey(text: string): KeyObject {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== 32) throw new Error('An X25519 private key has 32 bytes.');
  return createPrivateKey({ key: Buffer.concat([pkcs8Prefix, bytes]), format: 'der', type: 'pkcs8' });
}

/** Returns the public half of a private key in the form of `PublicKeys`. */
export function toPublicKey(privateKey: KeyObject): string {
  return String(createPublicKey(privateKey).export({ format: 'jwk' }).x);
}

function readPublicKey(x: string): KeyObject {
  return createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x }, format: 'jwk' });
}

/** Derives a secret that only the two programs can compute, for calls in one direction (RFC 5869). */
function deriveSecret(privateKey: KeyObject, publicKey: KeyObject, caller: string, callee: string): string {
  const shared = diffieHellman({ privateKey, publicKey });
  return Buffer.from(hkdfSync('sha256', shared, '', `plotline call ${caller} ${callee}`, 32)).toString('base64url');
}

/**
 * Derives a secret for each pair of programs from their keys, once. Then signing or verifying a call costs as little as
 * with a shared secret (design/decisions/0001-who-calls.md). Throws if the list lacks the public half of the private
 * key.
 */
export function createCallerKeys({ key, previousKey = '', publicKeys }: CallerKeyOptions): CallerKeys {
  const privateKeys = [key, previousKey].filter((text) => text !== '').map(parsePrivateKey);
  const own = privateKeys.map(toPublicKey);
  const program = Object.keys(publicKeys).find((name) => publicKeys[name]?.some((one) => own.includes(one)));
  if (program === undefined) throw new Error('CALLER_KEY matches no program in CALLER_PUBLIC_KEYS.');
  const signers = new Map<string, string>();
  const secrets: string[] = [];
  const outgoing = new Map<string, Keyring>();
  for (const [name, texts] of Object.entries(publicKeys)) {
    const others = texts.map(readPublicKey);
    const derive = (caller: string, callee: string) =>
      privateKeys.flatMap((mine) => others.map((other) => deriveSecret(mine, other, caller, callee)));
    const [signing] = derive(program, name);
    if (signing !== undefined) outgoing.set(name, createKeyring(signing));
    for (const secret of derive(name, program)) {
      secrets.push(secret);
      signers.set(createKeyring(secret).current.id, name);
    }
  }
  const [first = '', ...others] = secrets;
  return {
    program,
    programs: Object.keys(publicKeys),
    getSigningKeys: (callee) => {
      const keys = outgoing.get(callee);
      if (!keys) throw new Error(`CALLER_PUBLIC_KEYS has no key for ${callee}.`);
      return keys;
    },
    accepted: createKeyringOf([first, ...others]),
    getSigner: (keyId) => {
      const signer = signers.get(keyId);
      if (signer === undefined) throw new Error(`No program signs with the key ${keyId}.`);
      return signer;
    },
  };
}
