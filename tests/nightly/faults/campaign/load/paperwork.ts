import { randomUUID } from 'node:crypto';
import { isTree, treesOf } from '../../../../support/contract/tree.js';
import { type Action, type Actor, newName, pickOne } from './tenant.js';

const templates = '/v1/document-templates';
const documents = '/v1/documents';
const lines = '/v1/statement-lines';

/** Emails, documents, payment links and bank statements. They use the tenant's connections if there are any. */
export function createPaperworkActions(actor: Actor): readonly Action[] {
  const { client, random, tenant } = actor;

  /** Lists records and returns one of them. */
  async function findOne(name: string, path: string) {
    const { data } = await client.call({ name, method: 'GET', path });
    return pickOne(random, treesOf(data));
  }

  const email = async () => {
    const id = pickOne(random, tenant.sharedLeadIds);
    const body = { subject: 'Floor plans', text: `Here they are, ${newName(actor)}.` };
    // 409 without a connection, or while too many emails are waiting.
    const call = { name: 'createLeadEmail', method: 'POST', body, expected: [201, 409] } as const;
    if (id) await client.call({ ...call, path: `/v1/leads/${id}/emails` });
  };

  const template = async () => {
    const body = { name: newName(actor), body: '{{lead.name}} reserves.' };
    const created = { name: 'createDocumentTemplate', method: 'POST', path: templates, body, expected: [201] } as const;
    const { data } = await client.call(created);
    if (!isTree(data)) return;
    const path = `${templates}/${String(data.id)}`;
    const changed = { body: '{{lead.name}} reserves for {{hold.price}}.' };
    await client.call({ name: 'updateDocumentTemplate', method: 'PUT', path, body: changed });
    await client.call({ name: 'getDocumentTemplate', method: 'GET', path });
    if (random.pick([true, false]))
      await client.call({ name: 'deleteDocumentTemplate', method: 'DELETE', path, expected: [204, 404] });
  };

  /** Creates a document. 409 if the lead has too many files. 422 if the template or a record was deleted. */
  const create = (name: 'createDealDocument' | 'createHoldDocument', place: string) => async () => {
    const subject = await findOne(place === 'deals' ? 'listDeals' : 'listHolds', `/v1/${place}?per_page=5`);
    const found = await findOne('listDocumentTemplates', `${templates}?per_page=5`);
    if (!subject || !found) return;
    const body = { template_id: String(found.id) };
    const path = `/v1/${place}/${String(subject.id)}/documents`;
    await client.call({ name, method: 'POST', path, body, expected: [201, 404, 409, 422] });
  };

  const send = async () => {
    const document = await findOne('listDocuments', `${documents}?per_page=5`);
    if (!document) return;
    const path = `${documents}/${String(document.id)}`;
    await client.call({ name: 'getDocument', method: 'GET', path });
    const call = { method: 'POST', body: {}, expected: [200, 202, 409] } as const;
    await client.call({ ...call, name: 'sendDocument', path: `${path}/send` });
    if (random.pick([true, false])) await client.call({ ...call, name: 'voidDocument', path: `${path}/void` });
  };

  const link = async () => {
    const call = { method: 'POST', body: {}, expected: [200, 201, 409, 422] } as const;
    const invoice = await findOne('listInvoices', '/v1/invoices?per_page=5');
    const ofInvoice = { ...call, name: 'createInvoicePaymentLink' };
    if (invoice) await client.call({ ...ofInvoice, path: `/v1/invoices/${String(invoice.id)}/payment-link` });
    const hold = await findOne('listHolds', '/v1/holds?status=active&per_page=5');
    const ofHold = { ...call, name: 'createHoldPaymentLink' };
    if (hold) await client.call({ ...ofHold, path: `/v1/holds/${String(hold.id)}/payment-link` });
  };

  const statement = async () => {
    const csv = `Date,Amount,Details\n2026-03-02,0.01,${randomUUID()}\n`;
    const body = { csv, currency: 'USD', columns: { date: 'Date', amount: 'Amount', text: 'Details' } };
    await client.call({ name: 'createStatementLines', method: 'POST', path: lines, body, expected: [201] });
    const line = await findOne('listStatementLines', `${lines}?per_page=5&status=proposed,unmatched`);
    if (!line) return;
    const path = `${lines}/${String(line.id)}`;
    await client.call({ name: 'getStatementLine', method: 'GET', path });
    const call = { method: 'POST', body: {}, expected: [200, 409, 422] } as const;
    // 422 without a proposed invoice. 409 for a line that another client has already handled.
    await client.call({ ...call, name: 'confirmStatementLine', path: `${path}/confirm` });
    await client.call({ ...call, name: 'dismissStatementLine', path: `${path}/dismiss` });
  };

  const ofHold = create('createHoldDocument', 'holds');
  const ofDeal = create('createDealDocument', 'deals');
  return [template, email, statement, ofHold, ofDeal, send, link, template, ofHold, send];
}
