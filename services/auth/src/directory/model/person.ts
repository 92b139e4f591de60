import { invalid } from '@plotline/kit/core/errors';
import { parseName } from './name.js';

/** A person's second factor: TOTP (RFC 6238). */
export interface TwoFactor {
  /** The shared secret, sealed. */
  readonly secret: string;
  /** Null until the person has shown a code of it; it is not asked for before. */
  readonly confirmed_at: Date | null;
  /** The last time step of which a code was used: none is used twice. */
  readonly last_step: number;
  /** Keyed hashes of the recovery codes that are left. */
  readonly recovery_codes: readonly string[];
  /** Id of the secret that keys those hashes; absent until there are codes. */
  readonly recovery_codes_key_id?: string;
}

/** One account, identified by its address, in however many workspaces. */
export interface Person {
  readonly id: string;
  readonly version: number;
  /** Lower case; unique. */
  readonly email: string;
  readonly name: string;
  /** Null until the person has chosen a password. */
  readonly password_hash: string | null;
  readonly email_confirmed_at: Date | null;
  readonly two_factor: TwoFactor | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const maxEmailLength = 254;
const atom = "[a-z\\d!#$%&'*+/=?^_`{|}~-]+";
const label = '[a-z\\d](?:[a-z\\d-]*[a-z\\d])?';
/** What the format `email` of the contract takes: one address without quotes, comments or a name, in ASCII. */
const emailPattern = new RegExp(`^${atom}(?:\\.${atom})*@(?:${label}\\.)+${label}$`, 'i');

/**
 * An address in lower case. Throws VALIDATION_ERROR, also for a list or an address with a name: mails to it would go to an address that
 * was not counted.
 */
export function parseEmail(text: string, field = 'email'): string {
  const email = text.trim();
  if (email.length > maxEmailLength || !emailPattern.test(email)) {
    throw invalid({ field, message: 'must be an e-mail address such as ada@example.com' });
  }
  return email.toLowerCase();
}

/** A name as it is shown. Throws VALIDATION_ERROR. */
export function parsePersonName(text: string, field = 'name'): string {
  return parseName(text.trim(), 200, field);
}

/** A new person without a password. */
export function createPerson({ email, name }: Pick<Person, 'email' | 'name'>, id: string, now: Date): Person {
  return {
    id,
    version: 1,
    email,
    name,
    password_hash: null,
    email_confirmed_at: null,
    two_factor: null,
    created_at: now,
    updated_at: now,
  };
}

/** Whether a code is asked for at sign-in. */
export function hasTwoFactor({ two_factor }: Person): boolean {
  return two_factor !== null && two_factor.confirmed_at !== null;
}

/** Recovery codes that were not used yet. */
export function countRecoveryCodes(person: Person): number {
  return hasTwoFactor(person) ? (person.two_factor?.recovery_codes.length ?? 0) : 0;
}
