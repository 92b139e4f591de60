import { VendorFailure } from '../../../vendors/model/vendor-failure.js';

/** `before`: the email was not handed over. `after`: the server may have accepted it. */
type Stage = 'before' | 'after';

function read(error: unknown, name: string): unknown {
  return Reflect.get(Object(error), name);
}

/** Returns the server's reply code (RFC 5321, 4.2). Null if there is none. */
function readReply(error: unknown): number | null {
  const code = read(error, 'responseCode');
  return typeof code === 'number' ? code : null;
}

/**
 * Maps a reply code. A retry may succeed after 4yz, but not after 5yz. In both cases, the server did not accept the
 * email.
 */
function fromReply(reply: number, isLogin: boolean, cause: unknown): VendorFailure {
  const facts = { excerpt: JSON.stringify({ reply }), cause };
  if (reply < 500)
    return new VendorFailure('vendor_unavailable', `The mail server asked us to wait (${reply}).`, facts);
  return isLogin
    ? new VendorFailure('credentials_refused', 'The mail server refused the user or the password.', facts)
    : new VendorFailure('request_refused', `The mail server refused the mail (${reply}).`, facts);
}

/** Maps an error of nodemailer. If the server didn't reply during the handover, it may have accepted the email. */
export function toFailure(error: unknown, stage: Stage): VendorFailure {
  if (error instanceof VendorFailure) return error;
  const reply = readReply(error);
  const isLogin = read(error, 'code') === 'EAUTH';
  if (reply !== null) return fromReply(reply, isLogin, error);
  if (isLogin)
    return new VendorFailure('credentials_refused', "The mail server doesn't accept a login.", { cause: error });
  if (read(error, 'code') === 'ETLS') {
    return new VendorFailure('request_refused', 'The mail server offers no encryption.', { cause: error });
  }
  return stage === 'after'
    ? new VendorFailure('outcome_unknown', 'The mail server did not confirm the mail.', { cause: error })
    : new VendorFailure('vendor_unavailable', 'The mail server could not be reached.', { cause: error });
}
