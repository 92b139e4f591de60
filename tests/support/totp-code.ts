import { Secret, TOTP } from 'otpauth';

/** The code that an authenticator app shows for a secret in base32, `later` steps of 30 seconds from now. */
export function computeCode(secret: string, later = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: Date.now() + later * 30_000 });
}
