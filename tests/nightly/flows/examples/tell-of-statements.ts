import type { ExampleRecorder } from './example-recorder.js';

const columns = { date: 'Date', amount: 'Amount', text: 'Details' };

/** Imports a statement with a payment for an invoice, and a payment from an unknown payer. */
export async function tellOfStatements(recorder: ExampleRecorder): Promise<void> {
  const { api } = recorder;
  const property = { name: 'Palm Court', type: 'villa', location: { city: 'Dubai' } };
  const { id: property_id } = await api.create('/v1/properties', property);
  const buyer = await api.create('/v1/leads', { name: 'Huda Karim', email: 'huda.karim@example.com' });
  await api.post(`/v1/leads/${buyer.id}/won`, { property_id, deal_value: 90_000 });
  const [invoice] = (await api.get(`/v1/invoices?lead_id=${buyer.id}`)).records;
  if (!invoice) throw new Error('The sale left no invoice.');
  const csv = `Date,Amount,Details\n2026-02-27,90000,${invoice.number} Karim\n2026-02-27,35.5,Refund of fees\n`;
  const body = { csv, currency: 'AED', columns };
  await recorder.call('POST', '/v1/statement-lines', { status: 201, summary: 'A statement with two payments', body });
  const wrong = { ...body, csv: 'Date,Amount,Details\nsoon,90000,Karim\n' };
  await recorder.call('POST', '/v1/statement-lines', { status: 422, summary: 'A row without a date', body: wrong });
  const all = { status: 200, summary: 'Lines to decide about' };
  const lines = (await recorder.call('GET', '/v1/statement-lines?status=proposed,unmatched', all)).records;
  const proposed = lines.find(({ status }) => status === 'proposed');
  const other = lines.find(({ status }) => status === 'unmatched');
  if (!proposed || !other) throw new Error('The statement was not matched.');
  const place = `/v1/statement-lines/${proposed.id}`;
  await recorder.call('GET', place, { status: 200, summary: 'A line with a proposed invoice' });
  const dismissed = { status: 200, summary: 'Money that belongs to no invoice', body: {} };
  await recorder.call('POST', `/v1/statement-lines/${other.id}/dismiss`, dismissed);
  await recorder.call('POST', `/v1/statement-lines/${other.id}/confirm`, {
    status: 409,
    summary: 'The line is dismissed',
    body: { invoice_id: invoice.id },
  });
  await recorder.call('POST', `${place}/confirm`, { status: 200, summary: 'The proposed invoice', body: {} });
  await recorder.call('POST', `${place}/dismiss`, { status: 409, summary: 'The line is confirmed', body: {} });
}
