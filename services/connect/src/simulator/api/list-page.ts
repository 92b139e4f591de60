import type { Mode } from '@plotline/kit/core/caller';
import { formatAmount } from '@plotline/kit/core/format-amount';
import { type Html, html } from '@plotline/kit/http/html';
import type { Context } from '../../context.js';
import type { Page } from './page.js';

/** Maximum records per kind and mode. The newest are listed. */
const limit = 50;
const modes: readonly Mode[] = ['live', 'sandbox'];

function renderSection(title: string, items: readonly Html[]): Html {
  const list =
    items.length === 0 ? html`<p>None yet.</p>` : html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`;
  return html`<h2>${title}</h2>${list}`;
}

const toMark = (mode: Mode) => (mode === 'sandbox' ? ' (sandbox)' : '');

async function listPayments({ paymentLinks }: Context, mode: Mode): Promise<Html[]> {
  const links = await paymentLinks.listNewest(mode, limit);
  return links.map(({ id, workspace_id: workspace, title, amount, currency, status }) => {
    const path = `/${mode}/${encodeURIComponent(workspace)}/payments/${id}`;
    return html`<a href="${path}">${title}</a>: ${formatAmount(amount, currency)}, ${status}${toMark(mode)}`;
  });
}

async function listDocuments({ documents }: Context, mode: Mode): Promise<Html[]> {
  const sent = await documents.listNewest(mode, limit);
  return sent.map(({ id, workspace_id: workspace, name, signers, status }) => {
    const path = `/${mode}/${encodeURIComponent(workspace)}/documents/${id}`;
    return html`<a href="${path}">${name}</a>: ${signers.map((signer) => signer.name).join(', ')}, ${status}${toMark(mode)}`;
  });
}

async function listEmails({ emails }: Context, mode: Mode): Promise<Html[]> {
  const newest = await emails.listNewest(mode, limit);
  return newest.map(({ to, subject, status }) => html`${subject}: to ${to.address}, ${status}${toMark(mode)}`);
}

function listKept({ providers }: Context, kind: 'contact' | 'deal'): Html[] {
  const kept = Object.values(providers).flatMap(({ fake }) => fake.listKept?.() ?? []);
  const ofKind = kept.filter((record) => record.kind === kind).slice(0, limit);
  return ofKind.map(({ title, detail }) => html`${title}: ${detail}`);
}

async function inBothModes(list: (context: Context, mode: Mode) => Promise<Html[]>, context: Context): Promise<Html[]> {
  return (await Promise.all(modes.map((mode) => list(context, mode)))).flat();
}

/** GET /. Lists everything that the fakes have received. */
export async function showList(context: Context): Promise<Page> {
  const content = html`${renderSection('Payment links', await inBothModes(listPayments, context))}
${renderSection('Documents to sign', await inBothModes(listDocuments, context))}
${renderSection('Emails', await inBothModes(listEmails, context))}
${renderSection('Contacts at the CRM', listKept(context, 'contact'))}
${renderSection('Deals at the CRM', listKept(context, 'deal'))}`;
  return { status: 200, heading: 'Simulated vendors', content };
}
