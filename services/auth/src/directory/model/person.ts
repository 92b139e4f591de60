import { invalid } from '@plotline/kit/core/errors';
import { parseName } from './name.js';

/** A person's second factor: TOTP (RFC 6238). */
export interface TwoFactor {
  /** The shared secret, encrypted. */
  readonly secret: string;
  /** Null until the person has entered the first code. Until then, no code is required. */
  readonly confirmed_at: Date | null;
  /** Time step of the last used code, so that no code is used twice. */
  readonly last_step: number;
  /** Keyed hashes of the unused recovery codes. */
  readonly recovery_codes: readonly string[];
  /** Id of the secret that these hashes were computed with. Absent until codes exist. */
  readonly recovery_codes_key_id?: string;
}

/** An account, identified by its email address, in any number of workspaces. */
export interface Person {
  readonly id: string;
  readonly version: number;
  /** Email address in lower case; unique. */
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
/** The rule of the contract's format `email`: one address without quotes, comments or a name, in ASCII. */
const emailPattern = new RegExp(`^${atom}(?:\\.${atom})*@(?:${label}\\.)+${label}$`, 'i');

/**
 * Parses an address and converts it to lower case. Throws VALIDATION_ERROR. Also refuses a list, and an address with a
 * name, because the email would go to an address that the limits didn't count.
 */
export function parseEmail(text: string, field = 'email'): string {
  const email = text.trim();
  if (email.length > maxEmailLength || !emailPattern.test(email)) {
    throw invalid({ field, message: 'must be an email address such as ada@example.com' });
  }
  return email.toLowerCase();
}

/** Parses a person's name. Throws VALIDATION_ERROR. */
export function parsePersonName(text: string, field = 'name'): string {
  return parseName(text.trim(), 200, field);
}

/** Creates a person without a password. */
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

/** Checks whether a sign-in needs a code. */
export function hasTwoFactor({ two_factor }: Person): boolean {
  return two_factor !== null && two_factor.confirmed_at !== null;
}

/** Counts the unused recovery codes. */
export function countRecoveryCodes(person: Person): number {
  return hasTwoFactor(person) ? (person.two_factor?.recovery_codes.length ?? 0) : 0;
}
