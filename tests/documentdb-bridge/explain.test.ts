import { describePlan } from '@plotline/documentdb-bridge/commands/explain';
import { expect } from 'chai';

describe('describePlan', () => {
  const plan = (root: object): unknown =>
    describePlan([{ Plan: root, 'Execution Time': 1.5 }], { 12: 'newest', 13: 'tags' })['queryPlanner']['winningPlan'];
  const index = (name: string, type = 'Index Scan') => ({ 'Node Type': type, 'Index Name': name });

  it("uses MongoDB's names for the indexes", () => {
    expect(plan(index('documents_rum_index_12'))).to.deep.equal({ stage: 'IXSCAN', indexName: 'newest' });
    expect(plan(index('collection_pk_3'))).to.deep.equal({ stage: 'IXSCAN', indexName: '_id_' });
    expect(plan(index('something_else'))).to.deep.equal({ stage: 'IXSCAN', indexName: 'something_else' });
  });

  it('shows a sort and a full scan, and omits nodes that MongoDB has no name for', () => {
    const scan = { 'Node Type': 'Custom Scan', Plans: [{ 'Node Type': 'Seq Scan' }] };
    expect(plan({ 'Node Type': 'Limit', Plans: [{ 'Node Type': 'Sort', Plans: [scan] }] })).to.deep.equal({
      stage: 'LIMIT',
      inputStage: { stage: 'SORT', inputStage: { stage: 'COLLSCAN' } },
    });
  });

  it('joins the results of several indexes', () => {
    const inputs = ['documents_rum_index_12', 'documents_rum_index_13'].map((name) => index(name, 'Bitmap Index Scan'));
    expect(plan({ 'Node Type': 'BitmapOr', Plans: inputs })).to.deep.equal({
      stage: 'OR',
      inputStages: [
        { stage: 'IXSCAN', indexName: 'newest' },
        { stage: 'IXSCAN', indexName: 'tags' },
      ],
    });
    expect(describePlan(undefined, undefined)['queryPlanner']).to.deep.equal({ winningPlan: { stage: 'EOF' } });
  });
});
