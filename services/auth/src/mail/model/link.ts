import { Problem } from '@plotline/kit/core/errors';

/** Purpose of a link in an email. */
export type LinkPurpose = 'sign_up' | 'invitation' | 'password_reset' | 'email_change';

/** A one-time link. Its token isn't stored; only the recipient of the email has it. */
export interface Link {
  readonly id: string;
  readonly version: number;
  readonly purpose: LinkPurpose;
  /** Keyed hash of the token. */
  readonly token_hash: string;
  /** The address to which the link was sent. */
  readonly email: string;
  /** Person that the link is for. Null if the person doesn't exist yet. */
  readonly person_id: string | null;
  readonly invitation: InvitedAgent | null;
  /** Data of the sign-up. Null for links with another purpose. */
  readonly sign_up: SignUp | null;
  readonly created_at: Date;
  readonly expires_at: Date;
  /** Time when the link was redeemed or replaced. */
  readonly used_at: Date | null;
  /** Number of wrong passwords entered for this link. After five, the link can't be redeemed. */
  readonly wrong_passwords: number;
  /** Time when the email with the link was sent. */
  readonly sent_at: Date | null;
}

/** The invited agent, as reported by the team service. */
export interface InvitedAgent {
  readonly workspace_id: string;
  readonly agent_id: string;
  /** Version of the agent at the invitation. A later version replaces the invitation. */
  readonly agent_version: number;
  readonly name: string;
}

export interface SignUp {
  readonly name: string;
  readonly workspace_name: string;
  readonly currency: string;
  readonly password_hash: string;
}

const hourMs = 3_600_000;

/** Time for which a link can be redeemed. */
export const linkLifetimesMs: Readonly<Record<LinkPurpose, number>> = {
  sign_up: 24 * hourMs,
  invitation: 7 * 24 * hourMs,
  password_reset: hourMs,
  email_change: 24 * hourMs,
};

/** Paths of the links below the authorization server's address. */
const linkPaths: Readonly<Record<LinkPurpose, string>> = {
  sign_up: '/auth/confirm',
  invitation: '/auth/invitation',
  password_reset: '/auth/reset',
  email_change: '/auth/confirm',
};

/** Returns the address of the page that redeems a link. */
export function toLinkUrl(authUrl: string, purpose: LinkPurpose, token: string): string {
  return `${authUrl}${linkPaths[purpose]}?token=${encodeURIComponent(token)}`;
}

/** Number of wrong passwords after which a link can't be redeemed. */
export const maxWrongPasswords = 5;

/** Checks whether the link can be redeemed now. */
export function isRedeemable(link: Pick<Link, 'used_at' | 'expires_at' | 'wrong_passwords'>, now: Date): boolean {
  return link.used_at === null && link.expires_at > now && link.wrong_passwords < maxWrongPasswords;
}

/** Creates the error for a refused link. It doesn't reveal whether the link is unknown, used, replaced or expired. */
export function linkNotValid(): Problem {
  const details = [{ field: 'token', message: 'is not valid: the link was used already, has expired or was replaced' }];
  return new Problem('VALIDATION_ERROR', 'The link is no longer valid.', { details });
}
