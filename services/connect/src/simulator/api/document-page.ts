import type { Tenant } from '@plotline/kit/core/caller';
import { html } from '@plotline/kit/http/html';
import type { Context } from '../../context.js';
import { isFinal, type SaleDocument } from '../../documents/model/document.js';
import type { SignatureOutcome } from '../../vendors/model/simulation.js';
import { openSigning, type Report } from '../work/report.js';
import { badActionPage, notices, type Pressed, report, unknownPage, usedPage } from './outcome.js';
import { type Page, renderActions, renderNotice } from './page.js';

/** Returns a document that a fake e-signature provider has. Null if there is none. */
async function findDocument({ documents }: Context, tenant: Tenant, id: string): Promise<SaleDocument | null> {
  const document = await documents.get(tenant, id);
  return document?.envelope_id ? document : null;
}

const isSigning = (document: SaleDocument) => !isFinal(document) && document.pending === null;

function describeState({ status, pending }: SaleDocument): string {
  if (pending === 'file')
    return 'All signers have signed. Plotline is filing the document. Reload this page to look again.';
  if (status === 'signed') return 'All signers have signed. Plotline has filed the document with the lead.';
  if (status === 'declined') return 'A signer has declined the document.';
  if (status === 'voided') return 'The sender has voided the document.';
  return 'Plotline is sending or voiding the document. Reload this page to look again.';
}

/** GET …/documents/:id */
export async function showDocument(context: Context, tenant: Tenant, id: string, notice = ''): Promise<Page> {
  const document = await findDocument(context, tenant, id);
  if (!document) return unknownPage;
  const { name, message, signers } = document;
  const people = signers.map((signer) => html`<li>${signer.name}, ${signer.email}</li>`);
  const facts = html`<p><strong>${name}</strong></p>${message !== null && html`<p>${message}</p>`}
<h2>Signers</h2><ul>${people}</ul>`;
  const form = html`${renderActions({ sign: 'Sign', decline: 'Decline', open: 'Only open' })}
<p>Sign stands for the signatures of all signers.</p>`;
  const state = isSigning(document) ? form : html`<p role="status">${describeState(document)}</p>`;
  const content = html`${renderNotice(notices.get(notice))}${facts}${state}`;
  return { status: 200, heading: 'Simulated signature', content };
}

const actions: ReadonlyMap<string, SignatureOutcome> = new Map([
  ['sign', 'signed'],
  ['decline', 'declined'],
  ['open', 'viewed'],
]);

async function toReport(
  context: Context,
  tenant: Tenant,
  document: SaleDocument,
  outcome: SignatureOutcome,
): Promise<Report | null> {
  const { id: documentId, connection_id, envelope_id, name: title, signers } = document;
  const connection = await context.connections.get(tenant, connection_id ?? '');
  if (!connection || envelope_id === null) return null;
  const provider = context.providers[connection.provider];
  if (provider.category !== 'e_signature') return null;
  const signing = openSigning(context, connection);
  const event = provider.simulate({ id: envelope_id, documentId, title, signers }, outcome, signing);
  return { tenant, connection, event, signing };
}

/** POST …/documents/:id. A document only moves forward, so two clicks at the same time have the effect of one. */
export async function pressDocument(context: Context, tenant: Tenant, id: string, action: string): Promise<Pressed> {
  const outcome = actions.get(action);
  if (!outcome) return badActionPage;
  const document = await findDocument(context, tenant, id);
  if (!document) return unknownPage;
  if (!isSigning(document)) return usedPage;
  const event = await toReport(context, tenant, document, outcome);
  return event ? report(context, event, outcome) : unknownPage;
}
