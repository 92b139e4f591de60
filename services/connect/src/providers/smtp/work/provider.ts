import { isJsonObject } from '@plotline/kit/core/json-object';
import type { EmailProvider } from '../../../vendors/model/provider.js';
import { assignedAgentField, findSenderFaults, getSender, senderFields } from '../../../vendors/model/sender.js';
import { findPasswordFaults, hookPasswordField } from '../../../vendors/work/basic-auth.js';
import { dialect, fakeSmtp } from '../model/dialect.js';
import { findServerFaults, readServer, smtpPorts } from '../model/settings.js';
import { parseMime, toInbound } from './parse-mime.js';
import { createSendMail } from './send-mail.js';
import { createUseSession, type SessionOptions } from './session.js';
import { verifyMimeHook } from './verify-hook.js';

interface SmtpOptions extends Pick<SessionOptions, 'guard' | 'requiresTls'> {
  /** Timeout for sending an email. A server may take long to check for spam (RFC 5321, section 4.5.3.2.6). */
  readonly sendTimeoutMs: number;
}

/** Less than the budget of an API request, because a person waits for the check. */
const checkTimeoutMs = 6_000;

/** Creates the provider for any mail server. */
export function createSmtp({ guard, requiresTls, sendTimeoutMs }: SmtpOptions): EmailProvider {
  const tryOut = createUseSession({ guard, requiresTls, timeoutMs: checkTimeoutMs });
  const useSession = createUseSession({ guard, requiresTls, timeoutMs: sendTimeoutMs });
  return {
    name: 'smtp',
    category: 'email',
    title: 'SMTP',
    description:
      'Send emails to leads through your own mail server, and see emails from leads and portals in the timeline.',
    documentationUrl: 'https://www.rfc-editor.org/rfc/rfc5321',
    apiVersion: 'RFC 5321',
    effects: [
      'Sends the emails that you write to leads.',
      'Adds emails from leads to their timelines.',
      'Creates leads from the emails of portals.',
    ],
    settings: [
      ...senderFields,
      {
        name: 'host',
        label: 'Mail server',
        type: 'text',
        required: true,
        help: 'Name of the server that takes your outgoing mails.',
        maxLength: 253,
        isServer: true,
      },
      {
        name: 'port',
        label: 'Port',
        type: 'text',
        required: true,
        help: `One of ${smtpPorts.join(', ')}. The connection is always encrypted.`,
        maxLength: 5,
        isServer: true,
      },
      assignedAgentField,
    ],
    credentials: [
      {
        name: 'user',
        label: 'User',
        type: 'text',
        required: true,
        help: 'User name on the mail server.',
        maxLength: 255,
      },
      {
        name: 'password',
        label: 'Password',
        type: 'secret',
        required: true,
        help: 'Password of the user, or a password for apps.',
        maxLength: 255,
      },
      hookPasswordField,
    ],
    dialect,
    fake: fakeSmtp,
    findFaults: ({ settings, credentials }) => [
      ...findSenderFaults(settings),
      ...findServerFaults(settings, !requiresTls),
      ...findPasswordFaults(credentials),
    ],
    toHint: ({ user = '' }) => `${user.slice(0, 2)}…${user.slice(-4)}`,
    check: async (send, values, connectionId) => {
      const { host, port } = readServer(values.settings);
      await send({
        purpose: 'check credentials',
        method: 'GET',
        url: `smtp://${host}:${port}/`,
        headers: { user: values.credentials['user'] ?? '' },
        body: null,
        excerpt: null,
        subject: { type: 'connection', id: connectionId },
        exchange: () => tryOut(values, async () => ({ status: 250, body: { reply: 250 }, vendorRequestId: null })),
      });
      return {};
    },
    hooks: { verify: verifyMimeHook },
    email: {
      getSender,
      send: createSendMail(useSession),
      hasTaken: null,
      readReport: async (body) => {
        const mime = isJsonObject(body) && typeof body['mime'] === 'string' ? body['mime'] : '';
        const parsed = await parseMime(Buffer.from(mime, 'base64')).catch(() => null);
        const mail = parsed && toInbound(parsed);
        return mail ? { kind: 'mail', mail } : { kind: 'unreadable' };
      },
    },
  };
}
