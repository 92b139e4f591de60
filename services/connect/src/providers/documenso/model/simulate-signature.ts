import { type SignatureOutcome, type SimulateSignature, simulatedReason } from '../../../vendors/model/simulation.js';

/** Event of each outcome, with the status of the envelope and of its recipients. */
const outcomes = {
  viewed: { event: 'DOCUMENT_OPENED', status: 'PENDING', signingStatus: 'NOT_SIGNED' },
  signed: { event: 'DOCUMENT_COMPLETED', status: 'COMPLETED', signingStatus: 'SIGNED' },
  declined: { event: 'DOCUMENT_REJECTED', status: 'REJECTED', signingStatus: 'REJECTED' },
} as const satisfies Record<SignatureOutcome, object>;

/** Builds an event as described at docs.documenso.com/developers/webhooks. Its header contains the secret itself. */
export const simulateSignature: SimulateSignature = (envelope, outcome, { credentials, now }) => {
  const { event, status, signingStatus } = outcomes[outcome];
  const recipients = envelope.signers.map(({ name, email }) => ({
    ...{ name, email, role: 'SIGNER', readStatus: 'OPENED', signingStatus },
    rejectionReason: outcome === 'declined' ? simulatedReason : null,
  }));
  const { id: envelopeId, documentId: externalId, title } = envelope;
  const payload = { envelopeId, externalId, title, status, recipients };
  const body = JSON.stringify({ event, payload, createdAt: now.toISOString() });
  return { body, headers: { 'x-documenso-secret': credentials['webhook_secret'] ?? '' } };
};
