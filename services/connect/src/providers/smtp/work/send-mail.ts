import MailComposer from 'nodemailer/lib/mail-composer';
import type { EmailPort, OutboundMail } from '../../../vendors/model/email-port.js';
import type { VendorAnswer } from '../../../vendors/model/vendor-request.js';
import { readServer } from '../model/settings.js';
import type { Session, UseSession } from './session.js';
import { toFailure } from './smtp-failure.js';

/** Composes the email that is sent (RFC 5322). Reads nothing from files or URLs. */
function compose({ from, to, replyTo, subject, text, html, messageId }: OutboundMail): Promise<Buffer> {
  const composer = new MailComposer({
    from,
    to,
    ...(replyTo !== null && { replyTo: { name: '', address: replyTo } }),
    subject,
    text,
    ...(html !== null && { html }),
    messageId: `<${messageId}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

/** Sends an email. The server's reply is its promise to deliver the email. */
function handOver(session: Session, from: string, to: string, content: Buffer): Promise<VendorAnswer> {
  return new Promise((resolve, reject) => {
    session.send({ from, to: [to] }, content, (error) => {
      if (error) reject(toFailure(error, 'after'));
      else resolve({ status: 250, body: { reply: 250 }, vendorRequestId: null });
    });
  });
}

/**
 * Creates the function that sends emails over SMTP. Mail servers have no test mode, so in the sandbox an email goes to
 * the sender's own address.
 */
export function createSendMail(useSession: UseSession): EmailPort['send'] {
  return async (send, values, mail, mode) => {
    const { host, port } = readServer(values.settings);
    const to = mode === 'live' ? mail.to : { name: mail.to.name, address: mail.from.address };
    const content = await compose({ ...mail, to });
    await send({
      purpose: 'send email',
      method: 'POST',
      url: `smtp://${host}:${port}/`,
      headers: { user: values.credentials['user'] ?? '' },
      body: null,
      excerpt: JSON.stringify({ email: mail.id }),
      subject: mail.record,
      exchange: () => useSession(values, (session) => handOver(session, mail.from.address, to.address, content)),
    });
  };
}
