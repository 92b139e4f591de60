import { isJsonObject } from '@plotline/kit/core/json-object';
import type { EmailProvider } from '../../../vendors/model/provider.js';
import { assignedAgentField, findSenderFaults, getSender, senderFields } from '../../../vendors/model/sender.js';
import { VendorFailure } from '../../../vendors/model/vendor-failure.js';
import { findPasswordFaults, hookPasswordField } from '../../../vendors/work/basic-auth.js';
import { htmlToText } from '../../../vendors/work/html-to-text.js';
import { apiUrl, dialect } from '../model/dialect.js';
import { fakePostmark } from '../model/fake-postmark.js';
import { readInbound } from '../model/inbound.js';
import { readDelivery } from '../model/reports.js';
import { hasTaken, sendMail, toPostmarkHeaders } from './send-mail.js';
import { verifyPostmarkHook } from './verify-hook.js';

/** Server type at Postmark for each mode. A sandbox server accepts emails and delivers none. */
const deliveryTypes = { live: 'Live', sandbox: 'Sandbox' } as const;

/** Email through Postmark. */
export const postmark: EmailProvider = {
  name: 'postmark',
  category: 'email',
  title: 'Postmark',
  description: 'Send emails to leads, follow their delivery, and see emails from leads and portals in the timeline.',
  documentationUrl: 'https://postmarkapp.com/developer',
  apiVersion: '2026-11',
  effects: [
    'Sends the emails that you write to leads.',
    'Shows in the timeline whether they were delivered, opened, or bounced.',
    'Adds emails from leads to their timelines.',
    'Creates leads from the emails of portals.',
  ],
  settings: [
    ...senderFields,
    {
      name: 'message_stream',
      label: 'Message stream',
      type: 'text',
      required: false,
      help: 'Id of a transactional stream at Postmark. By default `outbound`.',
      maxLength: 100,
    },
    assignedAgentField,
  ],
  credentials: [
    {
      name: 'server_token',
      label: 'Server API token',
      type: 'secret',
      required: true,
      help: 'In Postmark: Servers, your server, API Tokens.',
      maxLength: 255,
    },
    hookPasswordField,
  ],
  dialect,
  fake: fakePostmark,
  findFaults: ({ settings, credentials }) => [...findSenderFaults(settings), ...findPasswordFaults(credentials)],
  toHint: ({ server_token: token = '' }) => `…${token.slice(-4)}`,
  check: async (send, { credentials }, connectionId, mode) => {
    const { body } = await send({
      purpose: 'check credentials',
      method: 'GET',
      url: `${apiUrl}/server`,
      headers: toPostmarkHeaders(credentials),
      body: null,
      excerpt: null,
      subject: { type: 'connection', id: connectionId },
    });
    const { DeliveryType: found, InboundAddress: inbound } = isJsonObject(body) ? body : {};
    const expected = deliveryTypes[mode];
    if (found === expected) return typeof inbound === 'string' && inbound !== '' ? { inboundAddress: inbound } : {};
    const type = found === 'Live' ? 'Live' : 'Sandbox';
    const message = `The token is of a server of the type ${type}, and ${mode} data needs the type ${expected}.`;
    throw new VendorFailure('request_refused', message);
  },
  hooks: { verify: verifyPostmarkHook },
  email: {
    getSender,
    send: sendMail,
    hasTaken,
    readReport: async (body) => {
      if (!isJsonObject(body)) return { kind: 'other' };
      const { RecordType: type } = body;
      if (type !== undefined && type !== 'Inbound') return readDelivery(body);
      const mail = readInbound(body, htmlToText);
      return mail ? { kind: 'mail', mail } : { kind: 'other' };
    },
  },
};
