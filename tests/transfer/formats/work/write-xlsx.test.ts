import { openFile } from '@plotline/transfer/formats/work/open-file';
import { createBufferSource } from '@plotline/transfer/formats/work/open-zip';
import { writeXlsx } from '@plotline/transfer/formats/work/write-xlsx';
import { expect } from 'chai';
import { collect, inPieces } from '../../support/file-content.js';

describe('a written workbook', () => {
  it('is read back as it was written', async () => {
    const bytes = await writeXlsx(
      'leads',
      ['name', 'phone', 'budget.min', 'notes'],
      [['Zoë <"&">', '+971501110001', 300_000.5, null]],
    );
    const description = { format: 'xlsx', resource: 'leads', sheet: 'leads' } as const;
    const { columns, records } = await openFile(inPieces(bytes), description, createBufferSource(bytes));
    expect(columns).to.deep.equal(['name', 'phone', 'budget.min', 'notes']);
    expect(await collect(records)).to.deep.equal([
      { number: 2, values: { name: 'Zoë <"&">', phone: '+971501110001', 'budget.min': '300000.5' } },
    ]);
  });
});
