import { explainUnknownType, findFileType } from '@plotline/dashboard/features/imports/file/file-types';
import { expect } from 'chai';

describe('the type of an import file', () => {
  it('is derived from its extension', () => {
    expect(findFileType('Leads.CSV')?.mediaType).to.equal('text/csv');
    expect(findFileType('units.tsv')?.mediaType).to.equal('text/tab-separated-values');
    expect(findFileType('a.b.ndjson')?.format).to.equal('jsonl');
    expect(findFileType('leads.xlsx')?.format).to.equal('xlsx');
    expect(findFileType('leads.json')?.format).to.equal('json');
    for (const name of ['leads.pdf', 'leads', 'leads.constructor']) expect(findFileType(name)).to.equal(undefined);
  });

  it('is explained if it is unknown', () => {
    expect(explainUnknownType('leads.xls')).to.equal('leads.xls is an old Excel file. Save it as .xlsx first.');
    expect(explainUnknownType('leads.pdf')).to.match(/isn't a CSV, Excel \(\.xlsx\), JSON or XML file/);
  });
});
