import { describeUndo, explainUndo, listKept } from '@plotline/dashboard/features/imports/import-undo';
import { expect } from 'chai';

const rows = { total: 3, processed: 3, created: 2, updated: 1, unchanged: 0, failed: 0 };
const kept = { changed: 0, has_deal: 0, has_units: 0, merged: 0, deleted: 0, updated: 0 };
const undo = {
  status: 'completed',
  progress: 1,
  removed: 1,
  kept,
  error: null,
  until: '2026-03-02T09:30:00.000Z',
  finished_at: '2026-03-01T09:30:00.000Z',
} as const;

describe('messages about undoing an import', () => {
  it("explain in advance what will happen, with the import's numbers", () => {
    const [created, stays, updated] = explainUndo({ resource: 'leads', rows });
    expect(created).to.equal('We remove the 2 leads that this import created.');
    expect(stays).to.include('leads with a deal');
    expect(updated).to.equal('Existing leads that the import updated keep their new values.');
    expect(explainUndo({ resource: 'properties', rows }).join(' ')).to.include('undo the import of their units first');
  });

  it('are absent before the undo is requested, and then report its progress', () => {
    expect(describeUndo({ resource: 'leads', undo: null })).to.equal(null);
    expect(describeUndo({ resource: 'leads', undo: { ...undo, status: 'available' } })).to.equal(null);
    expect(describeUndo({ resource: 'leads', undo })).to.equal('The import was undone. 1 lead was removed.');
    const error = { code: 'INTERNAL_ERROR', message: 'Something failed.' };
    const stopped = describeUndo({ resource: 'units', undo: { ...undo, status: 'failed', removed: 2, error } });
    expect(stopped).to.equal('The undo stopped after 2 units were removed. Something failed.');
  });

  it('list the records that were kept, and why', () => {
    const some = { ...kept, changed: 2, has_deal: 1, deleted: 1, updated: 3 };
    expect(listKept('leads', { kept: some })).to.deep.equal([
      '2 leads stay because someone has changed them since.',
      '1 lead stays because it has a deal.',
      '1 lead was deleted before the undo.',
      '3 rows of the import updated records, which keep the new values.',
    ]);
    expect(listKept('properties', { kept: { ...kept, has_units: 2 } })).to.deep.equal([
      '2 properties stay because they have units.',
    ]);
    expect(listKept('leads', { kept })).to.deep.equal([]);
  });
});
