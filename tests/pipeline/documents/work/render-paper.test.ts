import type { Paper } from '@plotline/pipeline/documents/model/paper';
import { renderPaper } from '@plotline/pipeline/documents/work/render-paper';
import { expect } from 'chai';
import { extractText, getDocumentProxy } from 'unpdf';

const paper: Paper = {
  title: 'Invoice INV-000042',
  sender: 'Riverside Homes',
  recipient: ['Łucja Ångström', 'lucja@example.com'],
  facts: [
    { label: 'Due on', value: '2027-03-01' },
    { label: 'Unit', value: 'A-101' },
  ],
  tables: [
    {
      title: 'Items',
      columns: [{ label: 'Description' }, { label: 'Amount', isAmount: true }],
      rows: Array.from({ length: 90 }, (_, place) => [`Part ${place}`, 'AED 1,250,000.00']),
      empty: '',
    },
    { title: 'Payments', columns: [{ label: 'Method' }], rows: [], empty: 'No payments yet.' },
  ],
  totals: [{ label: 'Balance', value: 'AED 400.00' }],
  remark: 'This invoice is void.',
  asOf: '2027-02-01',
};

async function readText(content: Paper): Promise<string> {
  const document = await getDocumentProxy(new Uint8Array(await renderPaper(content)));
  const { text } = await extractText(document, { mergePages: true });
  return text.replaceAll(/\s+/g, ' ');
}

describe('A document as PDF', () => {
  it('contains all texts, on as many pages as needed', async () => {
    const text = await readText(paper);
    expect(text).to.match(/1 \/ (\d+)/);
    for (const part of [
      ...['Invoice INV-000042', 'Riverside Homes', 'Łucja Ångström', 'lucja@example.com', '2027-03-01', 'A-101'],
      ...[
        'Part 0',
        'Part 89',
        'AED 1,250,000.00',
        'No payments yet.',
        'Balance',
        'AED 400.00',
        'This invoice is void.',
      ],
      'as of 2027-02-01',
    ]) {
      expect(text).to.contain(part);
    }
  });

  it('contains letters in other scripts', async () => {
    const text = await readText({ ...paper, recipient: ['Жанна Ελένη', 'أحمد علي'] });
    expect(text).to.contain('Жанна Ελένη');
    // Letters may be extracted in their shaped forms.
    const letters = text.normalize('NFKC');
    expect(letters).to.contain('علي').and.to.contain('حمد');
  });
});
