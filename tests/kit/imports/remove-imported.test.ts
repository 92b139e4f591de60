import { decideRemoval } from '@plotline/kit/imports/remove-imported';
import { expect } from 'chai';

const imported = { isCreated: true, isChanged: false, isMerged: false, isUndone: false };

describe('decideRemoval', () => {
  it('removes a record that the import created and no one has changed', () => {
    expect(decideRemoval(true, imported, undefined)).to.equal('REMOVED');
  });

  it('keeps a record that someone has changed or the import did not create', () => {
    expect(decideRemoval(true, { ...imported, isChanged: true }, undefined)).to.equal('CHANGED');
    expect(decideRemoval(true, { ...imported, isCreated: false }, undefined)).to.equal('CHANGED');
    expect(decideRemoval(true, undefined, undefined)).to.equal('CHANGED');
  });

  it('reports the most important of several reasons to keep a record', () => {
    const changed = { ...imported, isChanged: true };
    expect(decideRemoval(true, changed, 'HAS_DEAL')).to.equal('HAS_DEAL');
    expect(decideRemoval(true, { ...changed, isMerged: true }, undefined)).to.equal('MERGED');
  });

  it('recognizes a record that an earlier call removed, and a record that someone deleted', () => {
    expect(decideRemoval(false, { ...imported, isUndone: true }, undefined)).to.equal('REMOVED');
    expect(decideRemoval(false, imported, undefined)).to.equal('DELETED');
    expect(decideRemoval(false, undefined, undefined)).to.equal('DELETED');
  });
});
