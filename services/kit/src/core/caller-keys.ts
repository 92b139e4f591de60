import { createPrivateKey, createPublicKey, diffieHellman, hkdfSync, type KeyObject } from 'node:crypto';
import { createKeyring, createKeyringOf, type Keyring } from './keyring.js';

/** The public keys of every program, the one in use first: X25519 (RFC 7748) as base64url. */
export type PublicKeys = Readonly<Record<string, readonly string[]>>;

/** The name of whoever administers the system from outside; no program that runs has its key. */
export const operatorProgram = 'operator';

/** Keys by which a program signs its calls of other programs, and tells which program has signed one. */
export interface CallerKeys {
  /** The name of the program that has the private key. */
  readonly program: string;
  /** The programs that have public keys. */
  readonly programs: readonly string[];
  /** The keys for calls of that program. Throws for one that has no public key. */
  getSigningKeys(callee: string): Keyring;
  /** The keys that other programs sign calls of this one with. */
  readonly accepted: Keyring;
  /** The program that signs with the accepted key of that id. Throws for another key. */
  getSigner(keyId: string): string;
}

export interface CallerKeyOptions {
  /** The private key in use, 32 random bytes as base64url. */
  readonly key: string;
  /** Another private key of the program that calls may be signed for; empty for none. */
  readonly previousKey?: string;
  readonly publicKeys: PublicKeys;
}

/** What stands before the 32 bytes of a private key of X25519 in PKCS #8 (RFC 8410, 7). */
const pkcs8Prefix = Buffer.from('302e020100300506032b656e04220420', 'hex');

/** Reads a private key of X25519, 32 random bytes as base64url. Throws for any other text. */
export function parsePrivateKey(text: string): KeyObject {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== 32) throw new Error('A private key of X25519 has 32 bytes.');
  return createPrivateKey({ key: Buffer.concat([pkcs8Prefix, bytes]), format: 'der', type: 'pkcs8' });
}

/** The public half of a private key, as `PublicKeys` has it. */
export function toPublicKey(privateKey: KeyObject): string {
  return String(createPublicKey(privateKey).export({ format: 'jwk' }).x);
}

function readPublicKey(x: string): KeyObject {
  return createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x }, format: 'jwk' });
}

/** The secret that only the two programs can compute, for calls in that direction alone (RFC 5869). */
function deriveSecret(privateKey: KeyObject, publicKey: KeyObject, caller: string, callee: string): string {
  const shared = diffieHellman({ privateKey, publicKey });
  return Buffer.from(hkdfSync('sha256', shared, '', `plotline call ${caller} ${callee}`, 32)).toString('base64url');
}

/**
 * Derives a secret for each pair of programs from their keys, once: signing and verifying a call is then as cheap as with a secret that
 * all share (design/decisions/0001-who-calls.md). Throws when the public half of the private key is in nobody's list.
 */
export function createCallerKeys({ key, previousKey = '', publicKeys }: CallerKeyOptions): CallerKeys {
  const privateKeys = [key, previousKey].filter((text) => text !== '').map(parsePrivateKey);
  const own = privateKeys.map(toPublicKey);
  const program = Object.keys(publicKeys).find((name) => publicKeys[name]?.some((one) => own.includes(one)));
  if (program === undefined) throw new Error('CALLER_KEY belongs to no program of CALLER_PUBLIC_KEYS.');
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
      if (!keys) throw new Error(`CALLER_PUBLIC_KEYS has no key of ${callee}.`);
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
