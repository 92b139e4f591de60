import {
  createWorkspace,
  isVerified,
  maxInvitationsPerDay,
  plans,
  resume,
  setPlan,
  suspend,
  updateWorkspace,
} from '@plotline/auth/directory/model/workspace';
import { expect } from 'chai';
import { faultyFields } from '../../../support/refusal-of.js';

const now = new Date('2026-03-01T00:00:00Z');
const request = { name: 'Harbour Homes', plan: 'starter', currency: 'EUR' };

describe('createWorkspace', () => {
  it('accepts each plan and the requested currency', () => {
    for (const plan of plans) {
      expect(createWorkspace({ ...request, plan }, 'ws_1', now)).to.deep.equal({
        id: 'ws_1',
        version: 1,
        name: 'Harbour Homes',
        plan,
        currency: 'EUR',
        require_two_factor: false,
        deletion_request: null,
        suspended_at: null,
        created_at: now,
      });
    }
  });

  it('defaults the currency to USD', () => {
    expect(createWorkspace({ ...request, currency: '' }, 'ws_1', now).currency).to.equal('USD');
  });

  it('accepts the unit of account in which homes are priced', () => {
    expect(createWorkspace({ ...request, currency: 'CLF' }, 'ws_1', now).currency).to.equal('CLF');
  });

  const faults: readonly (readonly [string, object, string])[] = [
    ['no name', { name: '' }, 'name'],
    ['a name of spaces', { name: '  ' }, 'name'],
    ['a name with a line break', { name: 'Harbour\nHomes' }, 'name'],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, 'name'],
    ['an unknown plan', { plan: 'free' }, 'plan'],
    ['no plan', { plan: '' }, 'plan'],
    ['a currency in lower case', { currency: 'eur' }, 'currency'],
    ['a currency of four letters', { currency: 'EURO' }, 'currency'],
    ['three letters that are no code of ISO 4217', { currency: 'ZZZ' }, 'currency'],
  ];
  for (const [title, change, field] of faults) {
    it(`refuses ${title} with a VALIDATION_ERROR that names ${field}`, async () => {
      expect(await faultyFields(() => createWorkspace({ ...request, ...change }, 'ws_1', now))).to.deep.equal([field]);
    });
  }
});

describe('updateWorkspace', () => {
  it('keeps a name that is not sent, and checks one that is', async () => {
    const workspace = { ...createWorkspace(request, 'ws_1', now), name: 'Harbour\u202EHomes' };
    expect(updateWorkspace(workspace, { currency: 'GBP' })).to.deep.equal({ ...workspace, currency: 'GBP' });
    expect(await faultyFields(() => updateWorkspace(workspace, { name: workspace.name }))).to.deep.equal(['name']);
  });
});

describe('the change of a workspace by operators', () => {
  const workspace = createWorkspace(request, 'ws_1', now);

  it('sets its plan, and whether it is suspended', () => {
    expect(setPlan(workspace, 'enterprise')).to.deep.equal({ ...workspace, plan: 'enterprise' });
    const suspended = suspend(workspace, now);
    expect(suspended).to.deep.equal({ ...workspace, suspended_at: now });
    expect(resume(suspended)).to.deep.equal(workspace);
  });

  it('is refused when it would change nothing', () => {
    expect(() => setPlan(workspace, 'starter')).to.throw('has the plan starter already');
    expect(() => suspend(suspend(workspace, now), now)).to.throw('suspended already');
    expect(() => resume(workspace)).to.throw('not suspended');
  });
});

describe('the number of invitations that a workspace may mail in a day', () => {
  const day = 86_400_000;
  const max = ([plan, is_self_made, ageMs]: readonly [string, boolean, number]) => {
    const workspace = { ...createWorkspace({ ...request, plan }, 'ws_1', now), is_self_made };
    return [isVerified(workspace), maxInvitationsPerDay(workspace, new Date(now.getTime() + ageMs))];
  };
  for (const [title, given, expected] of [
    ['the first day of one that somebody signed up with', ['starter', true, 0], [false, 5]],
    ['its first week', ['starter', true, day], [false, 10]],
    ['later', ['starter', true, 7 * day], [false, 20]],
    ['once it has another plan', ['professional', true, 0], [true, 200]],
    ['one that the operator made', ['starter', false, 0], [true, 50]],
    ['a large one', ['enterprise', false, 0], [true, 1_000]],
  ] as const) {
    it(`is ${expected[1]}: ${title}`, () => {
      expect(max(given)).to.deep.equal(expected);
    });
  }
});
