import { hash } from 'node:crypto';
import { OAuthError } from './oauth-error.js';

/** Checks whether a text can be a code challenge by S256: the base64url of 32 bytes (RFC 7636, 4.2). */
export function isCodeChallenge(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/**
 * Throws invalid_grant unless the verifier matches the challenge. Also refuses a verifier for a code that was requested
 * without a challenge, because an attacker may have removed the challenge (RFC 9700, 4.8.2).
 */
export function assertVerifier(challenge: string | null, verifier: string | undefined): void {
  if (challenge === null) {
    if (verifier === undefined) return;
    throw new OAuthError('invalid_grant', 'The code was requested without a code_challenge.');
  }
  if (verifier === undefined) throw new OAuthError('invalid_grant', 'The code_verifier is missing.');
  const isSound = /^[\w.~-]{43,128}$/.test(verifier);
  if (!isSound || hash('sha256', verifier, 'base64url') !== challenge) {
    throw new OAuthError('invalid_grant', 'The code_verifier does not match the code_challenge.');
  }
}
