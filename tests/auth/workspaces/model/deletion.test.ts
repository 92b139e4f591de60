import { findObjection } from '@plotline/auth/workspaces/model/deletion';
import { expect } from 'chai';

describe('the erasure of a workspace', () => {
  const now = new Date('2026-03-31T00:00:00Z');
  const asked = {
    reason: null,
    person_id: 'user_1',
    person_name: 'Ada',
    requested_at: new Date('2026-03-01T00:00:00Z'),
  };
  const workspace = (due?: string) => ({
    name: 'Harbour Homes',
    deletion_request: due === undefined ? null : { ...asked, due_at: new Date(due) },
  });

  it("is permitted with the workspace's name, or once the request can no longer be withdrawn", () => {
    expect(findObjection(workspace('2026-03-31T00:00:00Z'), undefined, now)).to.equal(null);
    expect(findObjection(workspace(), 'Harbour Homes', now)).to.equal(null);
  });

  it("is refused earlier, without a request or with another workspace's name", () => {
    expect(findObjection(workspace('2026-03-31T00:00:01Z'), undefined, now)).to.include('2026-03-31T00:00:01');
    expect(findObjection(workspace(), undefined, now)).to.include('No owner');
    expect(findObjection(workspace('2026-03-01T00:00:00Z'), 'Harbour', now)).to.include('Harbour Homes');
  });
});
