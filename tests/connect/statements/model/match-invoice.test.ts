import { createMatchInvoice } from '@plotline/connect/statements/model/match-invoice';
import { expect } from 'chai';

const invoice = (number: string, balance: number, currency = 'AED') => ({
  id: `inv_${number}`,
  number,
  balance,
  currency,
});
const invoices = [
  invoice('INV-000042', 25_000),
  invoice('INV-000043', 25_000),
  invoice('INV-000050', 700),
  invoice('INV-000051', 900, 'EUR'),
  invoice('INV-1', 100),
  invoice('INV-12', 100),
];
const matchInvoice = createMatchInvoice(invoices);
const match = (text: string, amount: number, currency = 'AED') => {
  const proposal = matchInvoice({ text, amount, currency });
  return proposal && [proposal.invoice_number, proposal.reason];
};

describe('a line of a bank statement', () => {
  for (const [text, amount, expected] of [
    ['INV-000042 Haddad', 25_000, ['INV-000042', 'reference_and_amount']],
    ['payment inv 000042', 25_000, ['INV-000042', 'reference_and_amount']],
    ['INV000042/part', 10_000, ['INV-000042', 'reference']],
    ['no reference', 700, ['INV-000050', 'amount']],
    ['no reference', 25_000, null],
    ['INV-000050', 701, null],
    ['INV-000042 and INV-000043', 25_000, null],
    ['for INV-12', 100, ['INV-12', 'reference_and_amount']],
    ['nothing', 3, null],
  ] as const) {
    it(`with the text "${text}" and the amount ${amount} matches ${expected?.[0] ?? 'no invoice'}`, () => {
      expect(match(text, amount)).to.deep.equal(expected);
    });
  }

  it('never matches an invoice in another currency', () => {
    expect(match('INV-000042', 25_000, 'EUR')).to.equal(null);
    expect(match('INV-000051', 900, 'EUR')).to.deep.equal(['INV-000051', 'reference_and_amount']);
  });
});
