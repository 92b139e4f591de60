import { findSignedIn } from '@plotline/auth/sessions/api/signed-in';
import { expect } from 'chai';
import { issuedQueries } from '../../../support/issued-queries.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startAuth } from '../../support/auth.js';
import { addMember } from '../../support/members.js';

describe('people who are signed in', () => {
  const auth = useFixture(startAuth);

  it('are looked up together for simultaneous requests, and each request gets its own identity', async () => {
    const first = (await auth().workspace('First')).id;
    const second = (await auth().workspace('Second')).id;
    const members = [
      await addMember(auth(), first),
      await addMember(auth(), first, 'agent'),
      await addMember(auth(), second),
    ];
    const tokens = [...members.map(({ token }) => token), 'pl_session_of_nobody'];
    const read = () => Promise.all(tokens.map((token) => findSignedIn(auth().context, token)));
    let found: Awaited<ReturnType<typeof read>> = [];
    const queries = await issuedQueries(['sessions', 'memberships', 'workspaces', 'role_assignments'], async () => {
      found = await read();
    });
    const reads = queries.filter(({ method }) => method === 'find').map(({ collection }) => collection);
    expect(reads.sort()).to.deep.equal(['memberships', 'role_assignments', 'sessions', 'workspaces']);
    const toAccess = (one: (typeof found)[number]) =>
      one && [one.person.id, one.access.map(({ workspace, role }) => [workspace.id, role])];
    expect(found.map(toAccess)).to.deep.equal([
      [members[0]?.personId, [[first, 'owner']]],
      [members[1]?.personId, [[first, 'agent']]],
      [members[2]?.personId, [[second, 'owner']]],
      null,
    ]);
  });
});
