import { getPart, keepChanges, setPart } from '@plotline/dashboard/ui/forms/pick-changes';
import { expect } from 'chai';

describe('keepChanges', () => {
  const before = { name: 'Ada', tags: ['a'], profile: { phone: '1', bio: '' } };

  it("applies the person's changes to the current values, and merges a group field by field", () => {
    const own = { ...before, tags: ['a', 'b'], profile: { phone: '2', bio: '' } };
    const present = { name: 'Ada Lopez', tags: ['c'], profile: { phone: '1', bio: 'Sells' } };
    const kept = { name: 'Ada Lopez', tags: ['a', 'b'], profile: { phone: '2', bio: 'Sells' } };
    expect(keepChanges(before, own, present)).to.deep.equal(kept);
  });

  it("keeps the person's value for a field that both people changed", () => {
    const own = { ...before, name: 'A. Lopez' };
    expect(keepChanges(before, own, { ...before, name: 'Ada Lopez' })).to.deep.equal(own);
  });
});

describe('getPart', () => {
  it('returns the value at a path, or undefined if there is none', () => {
    const values = { profile: { phone: '1' }, name: 'Ada' };
    expect(['name', 'profile.phone', 'profile.bio', 'name.phone'].map((path) => getPart(values, path))).to.deep.equal([
      'Ada',
      '1',
      undefined,
      undefined,
    ]);
  });
});

describe('setPart', () => {
  it('replaces a field or part of a group, and nothing else', () => {
    const values = { name: 'Ada', profile: { phone: '1', bio: '' } };
    expect(setPart(values, 'name', 'Eve')).to.deep.equal({ ...values, name: 'Eve' });
    const profile = { phone: '2', bio: '' };
    expect(setPart(values, 'profile.phone', '2')).to.deep.equal({ name: 'Ada', profile });
  });
});
