import { Problem } from '@plotline/kit/core/errors';

/** What a link of a mail is for. */
export type LinkPurpose = 'sign_up' | 'invitation' | 'password_reset' | 'email_change';

/** A one-time link. Its token is not stored: only the holder of the mail has it. */
export interface Link {
  readonly id: string;
  readonly version: number;
  readonly purpose: LinkPurpose;
  /** Keyed hash of the token. */
  readonly token_hash: string;
  /** The address that the link was sent to. */
  readonly email: string;
  /** Whom it is for; null while there is no such person. */
  readonly person_id: string | null;
  readonly invitation: InvitedAgent | null;
  /** What was asked for at sign-up; null for other purposes. */
  readonly sign_up: SignUp | null;
  readonly created_at: Date;
  readonly expires_at: Date;
  /** When it was redeemed, or replaced by another one. */
  readonly used_at: Date | null;
  /** How often it came with a wrong password; after five it cannot be redeemed. */
  readonly wrong_passwords: number;
  /** When its mail was handed over. */
  readonly sent_at: Date | null;
}

/** The agent whom an invitation is for, as the team service has told of it. */
export interface InvitedAgent {
  readonly workspace_id: string;
  readonly agent_id: string;
  /** The agent's version when it was invited: a later one replaces the invitation. */
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

/** How long a link can be redeemed. */
export const linkLifetimesMs: Readonly<Record<LinkPurpose, number>> = {
  sign_up: 24 * hourMs,
  invitation: 7 * 24 * hourMs,
  password_reset: hourMs,
  email_change: 24 * hourMs,
};

/** Where the links lead, below the address of the authorization server. */
const linkPaths: Readonly<Record<LinkPurpose, string>> = {
  sign_up: '/auth/confirm',
  invitation: '/auth/invitation',
  password_reset: '/auth/reset',
  email_change: '/auth/confirm',
};

/** The address of the page that redeems a link. */
export function toLinkUrl(authUrl: string, purpose: LinkPurpose, token: string): string {
  return `${authUrl}${linkPaths[purpose]}?token=${encodeURIComponent(token)}`;
}

/** Wrong passwords that use a link up. */
export const maxWrongPasswords = 5;

/** Whether the link can be redeemed now. */
export function isRedeemable(link: Pick<Link, 'used_at' | 'expires_at' | 'wrong_passwords'>, now: Date): boolean {
  return link.used_at === null && link.expires_at > now && link.wrong_passwords < maxWrongPasswords;
}

/** The refusal of a link that is unknown, used, replaced or expired: which of these is not told. */
export function linkNotValid(): Problem {
  const details = [{ field: 'token', message: 'is not valid: the link was used already, has expired or was replaced' }];
  return new Problem('VALIDATION_ERROR', 'The link is not valid any more.', { details });
}
