import MailComposer from 'nodemailer/lib/mail-composer';
import type { EmailPort, OutboundMail } from '../../../vendors/model/email-port.js';
import type { VendorAnswer } from '../../../vendors/model/vendor-request.js';
import { readServer } from '../model/settings.js';
import type { Session, UseSession } from './session.js';
import { toFailure } from './smtp-failure.js';

/** Returns the mail as it is sent (RFC 5322). Nothing in it is read from files or addresses. */
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

/** Hands a mail over. The reply of the server is its promise to deliver it. */
function handOver(session: Session, from: string, to: string, content: Buffer): Promise<VendorAnswer> {
  return new Promise((resolve, reject) => {
    session.send({ from, to: [to] }, content, (error) => {
      if (error) reject(toFailure(error, 'after'));
      else resolve({ status: 250, body: { reply: 250 }, vendorRequestId: null });
    });
  });
}

/**
 * Creates the sending over SMTP. Mail servers have no test mode, so in the sandbox a mail goes to the sender's own
 * address.
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
