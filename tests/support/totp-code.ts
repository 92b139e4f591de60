import { Secret, TOTP } from 'otpauth';

/** Returns the code that an authenticator app shows for a base32 secret, `later` steps of 30 seconds from now. */
export function computeCode(secret: string, later = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: Date.now() + later * 30_000 });
}
