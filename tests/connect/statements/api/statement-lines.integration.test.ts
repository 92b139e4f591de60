import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startConnect } from '../../support/connect.js';

const columns = { date: 'Date', amount: 'Amount', text: 'Details' };
const csv = ['Date,Amount,Details', '2026-03-02,250,INV-7 Haddad', '2026-03-02,-30,Fees', '2026-03-03,99,Unknown'].join(
  '\n',
);

describe('/v1/statement-lines', () => {
  const connect = useFixture(startConnect);
  let turns = 0;
  let as = { workspaceId: '' };
  const call = (method: string, path = '', body?: object) =>
    connect().request(method, `/v1/statement-lines${path}`, { as, ...(body && { body }) });
  const read = (text = csv, change: object = {}) =>
    call('POST', '', { csv: text, currency: 'USD', columns, ...change });

  beforeEach(() => {
    turns += 1;
    as = { workspaceId: `ws_statements_${turns}` };
    connect().openInvoices.splice(0, Number.POSITIVE_INFINITY, {
      id: 'inv_7',
      number: 'INV-7',
      balance: 250,
      currency: 'USD',
    });
    connect().ledgers.invoice.payable.set('inv_7', { title: 'Invoice INV-7', balance: 250, currency: 'USD' });
    connect().ledgers.invoice.recorded.splice(0);
  });

  it('reads each incoming payment once, even if statements overlap, and proposes matching invoices', async () => {
    const { status, body } = await read();
    expect(status, JSON.stringify(body)).to.equal(201);
    expect(body).to.deep.include({ rows: 3, added: 2, known: 0, outgoing: 1, proposed: 1 });
    expect(body.lines[0].proposal).to.deep.equal({
      invoice_id: 'inv_7',
      invoice_number: 'INV-7',
      reason: 'reference_and_amount',
    });
    const again = await read(`${csv}\n2026-03-04,5,New\n2026-03-03,99,Unknown`);
    // The second line with 99 is a separate payment, because one statement contains both lines.
    expect(again.body).to.deep.include({ rows: 5, added: 2, known: 2 });
    expect((await call('GET', '?status=proposed')).body).to.have.length(1);
  });

  it('records the payment for a confirmed line once', async () => {
    const [line] = (await read()).body.lines;
    const confirmed = await call('POST', `/${line.id}/confirm`);
    expect(confirmed.status, JSON.stringify(confirmed.body)).to.equal(200);
    expect(confirmed.body).to.deep.include({ status: 'confirmed', invoice_id: 'inv_7' });
    expect((await call('POST', `/${line.id}/confirm`)).body).to.deep.equal(confirmed.body);
    const { recorded } = connect().ledgers.invoice;
    expect(recorded).to.have.length(1);
    expect(recorded[0]).to.include({ amount: 250, paidOn: '2026-03-02', method: 'bank_transfer' });
    expect((await call('POST', `/${line.id}/dismiss`)).body.reason).to.equal('line_decided');
    expect((await call('POST', `/${line.id}/confirm`, { invoice_id: 'inv_8' })).status).to.equal(409);
  });

  it('answers 422 to an unknown invoice', async () => {
    const [line] = (await read()).body.lines;
    const { status, body } = await call('POST', `/${line.id}/confirm`, { invoice_id: 'inv_unknown' });
    expect(status).to.equal(422);
    expect(body.details[0].field).to.equal('invoice_id');
  });

  it('does not change a line when the payment is refused', async () => {
    connect().ledgers.invoice.payable.set('inv_7', { title: 'Invoice INV-7', balance: 1, currency: 'USD' });
    const [line, unmatched] = (await read()).body.lines;
    expect((await call('POST', `/${line.id}/confirm`)).body.reason).to.equal('overpayment');
    expect((await call('GET', `/${line.id}`)).body.status).to.equal('proposed');
    expect((await call('POST', `/${unmatched.id}/confirm`)).status).to.equal(422);
    expect((await call('POST', `/${unmatched.id}/dismiss`)).body.status).to.equal('dismissed');
  });

  it('reports missing columns and rows without a date or an amount, and stores nothing', async () => {
    const rows = await read('Date,Amount,Details\nsoon,12,A\n2026-03-02,"1.234,5",B');
    expect(rows.body.details.map(({ field }: { field: string }) => field)).to.deep.equal(['csv[2]', 'csv[3]']);
    const future = await read('Date,Amount,Details\n2026-03-02,12,A\n2999-01-01,5,B\n2999-01-01,-5,C');
    expect(future.body.details.map(({ field }: { field: string }) => field)).to.deep.equal(['csv[3]']);
    const fine = await read('Date,Amount,Details\n2026-03-02,-12.001,A\n2026-03-02,12.001,B');
    expect(fine.body.details.map(({ field }: { field: string }) => field)).to.deep.equal(['csv[3]']);
    const names = await read('Day,Amount,Details\n2026-03-02,1,A');
    expect(names.body.details[0]).to.deep.equal({
      field: 'columns.date',
      message: 'must be a column of the file, which are: Day, Amount, Details',
    });
    expect((await call('GET')).body).to.deep.equal([]);
  });

  it('reads files with semicolons, other number and date formats, or a byte order mark', async () => {
    const text = '\uFEFFDate;Amount;Details\n02.03.2026;1.234,50;"A; B"';
    const { body } = await read(text, { number_format: '1.234,56', date_order: 'dmy' });
    expect(body.lines[0]).to.include({ date: '2026-03-02', amount: 1_234.5, text: 'A; B' });
  });
});
