import { type Letter, quoteName, writeNotice } from '../../mail/model/letter.js';

/** Writes the email about two-factor authentication that was turned on. */
export function writeTwoFactorSetUp(): Letter {
  return writeNotice(
    'Two-factor authentication is on',
    'Two-factor authentication was turned on for your Plotline account. From now on, you enter a code each time you sign in.',
  );
}

/** Writes the email about two-factor authentication that was turned off. */
export function writeTwoFactorRemoved(): Letter {
  return writeNotice(
    'Two-factor authentication is off',
    'Two-factor authentication was turned off for your Plotline account. You now sign in with your password alone.',
  );
}

/** Writes the email about two-factor authentication that a colleague or the operator reset. */
export function writeTwoFactorReset(by: string): Letter {
  return writeNotice(
    'Your two-factor authentication was reset',
    `${quoteName(by)} reset the two-factor authentication of your Plotline account. All your sessions have ended. Sign in with your password, then set it up again.`,
    "If you didn't request this, choose a new password immediately and contact an owner of your workspace.",
  );
}

/** Writes the email about new recovery codes. */
export function writeRecoveryCodesRenewed(): Letter {
  return writeNotice(
    'You have new recovery codes',
    'New recovery codes were created for your Plotline account. The old ones no longer work.',
  );
}

/** Writes the warning about guessed codes. The person who guesses them knows the password. */
export function writeWrongCodes(): Letter {
  return writeNotice(
    'Wrong codes were entered for your account',
    'Someone who has your password entered ten wrong two-factor codes. They did not get in, and we reject all codes for a while.',
    "If this wasn't you, choose a new password immediately. Codes will then work again.",
  );
}
