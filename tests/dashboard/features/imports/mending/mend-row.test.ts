import {
  isMendable,
  listEditableCells,
  mendMapping,
  mendRow,
} from '@plotline/dashboard/features/imports/mending/mend-row';
import { expect } from 'chai';

const toField = (name: string) => ({ resource: 'leads', name, type: 'text', required: false, values: null }) as const;
const fields = ['name', 'email', 'phone', 'budget.min', 'budget.max', 'tags'].map((name) => ({ ...toField(name) }));
const mapping = { Name: 'name', 'E-mail': 'email', Mobile: 'phone', Phone: 'phone', 'From €': 'budget.min' };
const basis = { mapping, fields };
const toRow = (faults: readonly string[], values: Record<string, unknown>) => {
  const details = faults.map((field) => ({ field, message: 'is wrong' }));
  return { row: 3, field: '', message: '', details, values };
};

describe('correcting a skipped row', () => {
  it('shows the cells with errors: the first filled column, or a field without a column', () => {
    const row = toRow(['phone', 'budget', 'tags[1]'], { Name: 'Noor', Mobile: '', Phone: '123' });
    const cells = listEditableCells(basis, row).map(({ key, label, text }) => [key, label, text]);
    expect(cells).to.deep.equal([
      ['Phone', 'Phone', '123'],
      ['From €', 'Budget from', ''],
      ['budget.max', 'Budget to', ''],
      ['tags', 'Tags', ''],
    ]);
  });

  it('shows all mapped cells for an error about the whole row', () => {
    const cells = listEditableCells(basis, toRow([''], { Name: 'Noor', 'E-mail': 'x' }));
    expect(cells.map(({ key }) => key)).to.deep.equal(['Name', 'E-mail', 'Mobile', 'From €']);
  });

  it('sends the mapped columns with the edits, without blank cells and other columns', () => {
    const values = { Name: 'Noor', 'E-mail': 'x', Mobile: '', Colour: 'red' };
    expect(mendRow(basis, values, { 'E-mail': 'noor@example.com', 'budget.max': '5' })).to.deep.equal({
      Name: 'Noor',
      'E-mail': 'noor@example.com',
      'budget.max': '5',
    });
    expect(mendRow(basis, values, { Name: ' ', 'E-mail': '' })).to.deep.equal({ Name: ' ' });
  });

  it("maps a field that had no column, even if another field's column has its name", () => {
    expect(mendMapping(basis, [{ 'budget.max': '5' }, { Name: 'Jo' }])).to.deep.equal({
      ...mapping,
      'budget.max': 'budget.max',
    });
    const misnamed = { mapping: { name: 'email' }, fields };
    const [cell] = listEditableCells(misnamed, toRow(['name'], { name: 'a@b.example' }));
    expect(mendMapping(misnamed, [{ [cell?.key ?? '']: 'Noor' }])).to.deep.equal({ name: 'email', 'name ': 'name' });
  });

  it('keeps the items of an XML list', () => {
    const xml = { mapping: { name: 'name', tags: 'tags' }, fields };
    expect(mendRow(xml, { name: 'x', 'tags.tag': ['a', 'b'] }, { name: 'Noor' })).to.deep.equal({
      tags: ['a', 'b'],
      name: 'Noor',
    });
  });

  it('sets JSON fields without a mapping', () => {
    const json = { mapping: null, fields };
    const values = { name: 'Noor', budget: { min: 'x', currency: 'AED' } };
    const [cell] = listEditableCells(json, toRow(['budget.min'], values));
    expect(cell).to.deep.include({ key: 'budget.min', text: 'x' });
    expect(mendRow(json, values, { 'budget.min': '300000' })).to.deep.equal({
      name: 'Noor',
      budget: { min: '300000', currency: 'AED' },
    });
    expect(mendMapping(json, [{ 'budget.min': '300000' }])).to.equal(undefined);
  });

  it('is possible only if the server kept the whole row', () => {
    expect(isMendable({ values: { name: 'Noor' } })).to.equal(true);
    expect(isMendable({ values: { notes: 'x'.repeat(60_000) } })).to.equal(false);
  });
});
