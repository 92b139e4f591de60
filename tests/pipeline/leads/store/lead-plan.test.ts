import { newId } from '@plotline/kit/core/ids';
import { planLeadList } from '@plotline/pipeline/leads/store/lead-plan';
import { type LeadParameters, toLeadQuery } from '@plotline/pipeline/leads/store/lead-query-parameters';
import { expect } from 'chai';

/**
 * Returns the plan of a list, and the indexes that its counts used. The workspace has the given number of leads, and
 * the given matches for each index.
 */
async function plan(parameters: Partial<LeadParameters>, matches: Readonly<Record<string, number>>, leads = 5_000) {
  const counted: string[] = [];
  const records = {
    count: async (_filter: object, { hint = '', limit = Number.MAX_SAFE_INTEGER } = {}) => {
      // The database refuses any other limit.
      expect(Number.isInteger(limit)).to.equal(true);
      counted.push(hint);
      return Math.min(matches[hint] ?? 0, limit);
    },
    // The next plan must not use a cached total.
    toCacheKey: () => newId('lead'),
  };
  const query = toLeadQuery({ page: 1, per_page: 20, sort: 'created_at', order: 'desc', ...parameters });
  const { filter: _filter, branches, ...rest } = await planLeadList(records, query, { countAll: async () => leads });
  return { ...rest, ...(branches && { branches: branches.filters, byIndex: branches.hint }), counted };
}

describe('planLeadList', () => {
  it('sorts few matches and scans the order for many, with one count for both', async () => {
    for (const [parameters, index] of [
      [{ tags: ['a', 'b'], sort: 'name' }, 'tags'],
      [{ status: ['closed'], sort: 'score' }, 'closed'],
      [{ stage: ['new', 'contacted', 'qualified', 'viewing', 'won'] }, 'stage'],
      [{ search: 'maria' }, 'search'],
      [{ search: 'ma' }, 'text'],
      [{ min_score: 50 }, 'score'],
      [{ property_id: 'prop_a', sort: 'name' }, 'interested_properties'],
      [{ property_id: 'prop_a', created_before: '2026-12-31' }, 'interested_properties'],
      [{ tags: ['a'], created_after: '2026-01-01' }, 'tags'],
    ] satisfies [Partial<LeadParameters>, string][]) {
      expect(await plan(parameters, { [index]: 1_000 })).to.deep.equal({
        hint: index,
        countHint: index,
        total: 1_000,
        counted: [index],
      });
      expect(await plan(parameters, { [index]: 1_001 })).to.deep.equal({
        hint: parameters.sort ?? 'created_at',
        countHint: index,
        total: 1_001,
        counted: [index],
      });
    }
  });

  it('does not count first if one index both finds and sorts', async () => {
    for (const [parameters, index] of [
      [{}, 'created_at'],
      [{ stage: ['viewing'] }, 'stage'],
      [{ property_id: 'prop_a' }, 'interested_properties'],
      [{ min_score: 50, sort: 'score' }, 'score'],
      [{ agent_id: 'agent_a' }, 'assigned_agent'],
      [{ agent_id: 'agent_a', status: ['won'] }, 'agent_stage'],
    ] satisfies [Partial<LeadParameters>, string][]) {
      expect(await plan(parameters, {})).to.deep.equal({ hint: index, countHint: index, counted: [] });
    }
  });

  it('treats all active leads or all closed leads as one value', async () => {
    for (const parameters of [
      { status: ['active'] },
      { status: ['closed'] },
      { stage: ['lost', 'won'] },
    ] satisfies Partial<LeadParameters>[]) {
      expect(await plan(parameters, {})).to.deep.equal({ hint: 'closed', countHint: 'closed', counted: [] });
    }
  });

  it('reads each value of a filter separately if there are few', async () => {
    for (const [parameters, field, values] of [
      [{ stage: ['viewing', 'negotiation'] }, 'stage', ['viewing', 'negotiation']],
      [{ source: ['api', 'manual', 'social', 'portal'] }, 'source', ['api', 'manual', 'social', 'portal']],
      [{ tags: ['a', 'b'] }, 'tags', ['a', 'b']],
    ] satisfies [Partial<LeadParameters>, string, string[]][]) {
      expect(await plan(parameters, {})).to.deep.equal({
        hint: 'created_at',
        countHint: field,
        branches: values.map((value) => ({ [field]: value })),
        byIndex: field,
        counted: [],
      });
    }
  });

  it("scans an agent's leads for several stages, and counts by agent", async () => {
    const parameters: Partial<LeadParameters> = { agent_id: 'agent_a', status: ['active'] };
    expect(await plan(parameters, {})).to.deep.equal({
      hint: 'assigned_agent',
      countHint: 'assigned_agent',
      counted: [],
    });
  });

  it('finds follow-ups by their index if few are in the range, or if there are no other conditions', async () => {
    const hint = 'next_follow_up';
    const due: Partial<LeadParameters> = { follow_up_before: '2026-12-31' };
    const byIndex = { hint, countHint: hint };
    expect(await plan({ sort: hint }, {})).to.deep.equal({ ...byIndex, counted: [] });
    expect(await plan({ ...due, sort: hint }, {})).to.deep.equal({ ...byIndex, counted: [] });
    const ofStage: Partial<LeadParameters> = { ...due, stage: ['new'], sort: hint };
    expect(await plan(ofStage, { [hint]: 10_000 })).to.deep.equal({ ...byIndex, counted: [hint] });
    expect(await plan(ofStage, { [hint]: 10_001, stage: 5_000 })).to.include({ hint, countHint: 'stage' });
    expect(await plan({ ...due, sort: 'name' }, { [hint]: 1_001 })).to.include({ hint: 'name', countHint: hint });
  });

  it('searches for a short term by stage if the stage has few leads, and otherwise by text', async () => {
    const parameters: Partial<LeadParameters> = { search: 'ma', stage: ['new'] };
    expect(await plan(parameters, { stage: 10_000, text: 3 })).to.include({
      hint: 'stage',
      countHint: 'stage',
    });
    expect(await plan(parameters, { stage: 10_001, text: 3 })).to.include({ hint: 'text', countHint: 'text' });
    expect(await plan(parameters, { stage: 10_001, text: 4_000 })).to.include({
      hint: 'created_at',
      countHint: 'text',
    });
  });

  it('searches for a term by filter if the filter matches fewer leads than the first letters of the term', async () => {
    const stage: Partial<LeadParameters> = { stage: ['viewing'] };
    const inStage = { hint: 'stage', countHint: 'stage', counted: ['stage'] };
    expect(await plan({ ...stage, search: 'may' }, { stage: 2_500 }, 1_000_010)).to.deep.equal(inStage);
    for (const [search, inThatStage, leads] of [
      ['may', 2_501, 1_000_399],
      ['mayak', 1, 1_000_000],
      ['may', 1, 399_000],
    ] as const) {
      const searched = await plan({ ...stage, search }, { stage: inThatStage, search: 3 }, leads);
      expect(searched, search).to.include({ hint: 'search', countHint: 'search', total: 3 });
    }
  });
});
