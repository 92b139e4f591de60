import { createSeal, type Seal } from '@plotline/kit/core/secrets';
import { Secret, TOTP } from 'otpauth';
import type { Context } from '../../context.js';
import type { Person, TwoFactor } from '../../directory/model/person.js';

/** Name that authenticator apps show next to the email address. */
const issuer = 'Plotline';
const periodSeconds = 30;
/**
 * Number of steps before and after the current one whose codes are accepted, because clocks differ and typing takes
 * time.
 */
const window = 1;

/** Creates the seal that encrypts the secrets of second factors. */
export function createTwoFactorSeal({ sealKeys }: Pick<Context, 'sealKeys'>): Seal {
  return createSeal(sealKeys, 'plotline second factors v1');
}

/** Creates the code generator for a secret (RFC 6238), with the parameters that all authenticator apps support. */
export function createGenerator(email: string, secret: Secret): TOTP {
  return new TOTP({ issuer, label: email, algorithm: 'SHA1', digits: 6, period: periodSeconds, secret });
}

/** Returns the time step of a code that the factor generates and that wasn't used yet; otherwise null. */
export function findUnusedStep(
  context: Pick<Context, 'sealKeys'>,
  person: Person,
  factor: TwoFactor,
  code: string,
  at: Date,
): number | null {
  const secret = Secret.fromBase32(createTwoFactorSeal(context).open(factor.secret, person.id));
  const timestamp = at.getTime();
  const delta = createGenerator(person.email, secret).validate({
    token: code.replaceAll(/\s/g, ''),
    timestamp,
    window,
  });
  if (delta === null) return null;
  const step = TOTP.counter({ period: periodSeconds, timestamp }) + delta;
  return step > factor.last_step ? step : null;
}
