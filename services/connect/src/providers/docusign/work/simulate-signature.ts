import { createHmac } from 'node:crypto';
import { type SignatureOutcome, type SimulateSignature, simulatedReason } from '../../../vendors/model/simulation.js';
import { apiVersion } from '../model/dialect.js';
import { documentField } from '../model/envelopes.js';

/** Event of each outcome, with the envelope's status after it. */
const outcomes = {
  viewed: { event: 'envelope-delivered', status: 'delivered' },
  signed: { event: 'envelope-completed', status: 'completed' },
  declined: { event: 'envelope-declined', status: 'declined' },
} as const satisfies Record<SignatureOutcome, object>;

/** Signs an event of DocuSign Connect as described at developers.docusign.com/platform/webhooks/connect/validate. */
export const simulateSignature: SimulateSignature = (envelope, outcome, { credentials, now }) => {
  const { event, status } = outcomes[outcome];
  const field = { name: documentField, value: envelope.documentId };
  const envelopeSummary = {
    status,
    emailSubject: envelope.title,
    ...(outcome === 'declined' && { declinedReason: simulatedReason }),
    customFields: { textCustomFields: [field] },
  };
  const data = { accountId: 'fake-account', envelopeId: envelope.id, envelopeSummary };
  const body = JSON.stringify({ event, apiVersion, retryCount: 0, generatedDateTime: now.toISOString(), data });
  const signature = createHmac('sha256', credentials['hmac_key'] ?? '')
    .update(body)
    .digest('base64');
  return { body, headers: { 'x-docusign-signature-1': signature } };
};
