import { createVisitorCommand } from '@plotline/auth/accounts/sign-in';
import { startSession } from '@plotline/auth/accounts/start-session';
import type { Person } from '@plotline/auth/domain/person';
import { expect } from 'chai';
import { useFixture } from '../../support/use-fixture.js';
import { startAuth } from '../support/auth.js';
import { addMember } from '../support/members.js';

const client = { address: '192.0.2.1', userAgent: 'test' };

describe('A session that begins while password or second factor change', () => {
  const auth = useFixture(startAuth);

  /** Changes the person in parallel with four sign-ins that were proven before, as the flows that end sessions do. */
  async function changeDuringSignIns(personId: string, decide: (person: Person) => Person): Promise<void> {
    const { people, sessions } = auth().context;
    const proven = (await people.get(personId)) ?? expect.fail('There is no such person.');
    const starting = [1, 2, 3, 4].map(() => startSession(auth().context, createVisitorCommand(), proven, client));
    const beside = await sessions.endBeside(personId);
    const changing = people.change(createVisitorCommand(), personId, (person) => ({
      person: decide(person),
      type: 'changed',
      description: 'How one signs in was changed.',
      beside,
    }));
    await Promise.all([Promise.allSettled(starting), changing]);
    expect(await sessions.listOpen(personId)).to.deep.equal([]);
  }

  it('is refused, or ended by the change', async () => {
    const { personId } = await addMember(auth(), (await auth().workspace('Quay')).id);
    for (let round = 0; round < 10; round += 1) {
      await changeDuringSignIns(personId, (person) => ({ ...person, password_hash: `of round ${round}` }));
      const factor = { secret: 'sealed', confirmed_at: new Date(round), last_step: 0, recovery_codes: [] };
      await changeDuringSignIns(personId, (person) => ({ ...person, two_factor: factor }));
    }
  });
});
