import { expect } from 'chai';
import { Secret, TOTP } from 'otpauth';
import type { Auth } from './auth.js';
import { type Login, openBrowser } from './people.js';

/** Milliseconds for which a code is valid. */
const period = 30_000;

/** Returns the code that an authenticator app shows now, or after a number of time steps. */
export function codeOf(auth: Auth, secret: string, steps = 0): string {
  const timestamp = auth.context.clock().getTime() + steps * period;
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

/** Sets up a second factor in a person's browser. The next valid code is the code of the next time step. */
export async function setUpSecondFactor(auth: Auth, login: Login) {
  const browser = await openBrowser(auth, login);
  const started = await browser.ask('POST', '/auth/two-factor');
  expect(started.status).to.equal(201);
  const { secret, uri } = started.data;
  const confirmed = await browser.ask('PUT', '/auth/two-factor', { code: codeOf(auth, secret) });
  expect(confirmed.status, JSON.stringify(confirmed.body)).to.equal(200);
  auth.passTime(period);
  const recoveryCodes: string[] = confirmed.data.recovery_codes;
  /** Returns an unused code. Each code uses up one time step. */
  const nextCode = () => {
    auth.passTime(period);
    return codeOf(auth, secret);
  };
  return { browser, secret: String(secret), uri: String(uri), recoveryCodes, nextCode };
}
