/** What a client shows in `Authorization`. */
export interface Credential {
  readonly secret: string;
  /** Sent by the deprecated Basic scheme. */
  readonly isBasic: boolean;
}

const bearer = /^bearer +([\x21-\x7e]+)$/i;
const basic = /^basic +([A-Za-z0-9+/=]+)$/i;

/** The credential in an `Authorization` header, or null when there is none that could be one. */
export function credentialFrom(header: string | undefined): Credential | null {
  if (header === undefined) return null;
  const token = bearer.exec(header)?.[1];
  if (token !== undefined) return { secret: token, isBasic: false };
  const encoded = basic.exec(header)?.[1];
  if (encoded === undefined) return null;
  const [user = '', ...password] = Buffer.from(encoded, 'base64').toString('latin1').split(':');
  return password.length === 1 && password[0] === '' ? { secret: user, isBasic: true } : null;
}
