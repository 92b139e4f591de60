import { createWorkspace, isVerified } from '@plotline/auth/directory/model/workspace';
import { maxInvitationsPerDay } from '@plotline/auth/people/model/daily-limits';
import { expect } from 'chai';

const now = new Date('2026-03-01T00:00:00Z');
const request = { name: 'Harbour Homes', plan: 'starter', currency: 'EUR' };

describe('the number of invitations that a workspace may email in a day', () => {
  const day = 86_400_000;
  const max = ([plan, is_self_made, ageMs]: readonly [string, boolean, number]) => {
    const workspace = { ...createWorkspace({ ...request, plan }, 'ws_1', now), is_self_made };
    return [isVerified(workspace), maxInvitationsPerDay(workspace, new Date(now.getTime() + ageMs))];
  };
  for (const [title, given, expected] of [
    ['the first day of one that was created by a sign-up', ['starter', true, 0], [false, 5]],
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
