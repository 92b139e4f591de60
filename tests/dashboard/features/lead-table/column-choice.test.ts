import {
  moveColumn,
  readColumns,
  toggleColumn,
  writeColumns,
} from '@plotline/dashboard/features/lead-table/column-choice';
import { expect } from 'chai';

describe('columns of the leads table', () => {
  it('are read in order, each once, without unknown columns', () => {
    expect(readColumns('score,stage,nothing,score')).to.deep.equal(['score', 'stage']);
    expect(writeColumns(['score', 'stage'])).to.equal('score,stage');
    for (const text of [undefined, '', 'nothing']) expect(readColumns(text)).to.equal(undefined);
  });

  it("are added at the end when they are shown, and the last column can't be hidden", () => {
    expect(toggleColumn(['score', 'stage'], 'tags')).to.deep.equal(['score', 'stage', 'tags']);
    expect(toggleColumn(['score', 'stage'], 'score')).to.deep.equal(['stage']);
    expect(toggleColumn(['stage'], 'stage')).to.deep.equal(['stage']);
  });

  it('can be moved within the table', () => {
    expect(moveColumn(['stage', 'score', 'tags'], 'tags', -1)).to.deep.equal(['stage', 'tags', 'score']);
    expect(moveColumn(['stage', 'score', 'tags'], 'tags', 1)).to.deep.equal(['stage', 'score', 'tags']);
    expect(moveColumn(['stage', 'score'], 'tags', -1)).to.deep.equal(['stage', 'score']);
  });
});
