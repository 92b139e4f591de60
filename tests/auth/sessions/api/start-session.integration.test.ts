import type { Person } from '@plotline/auth/directory/model/person';
import { createVisitorCommand } from '@plotline/auth/sessions/api/origin';
import { startSession } from '@plotline/auth/sessions/api/start-session';
import { type Entry, journalCollection } from '@plotline/kit/store/journal/entry';
import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startAuth } from '../../support/auth.js';
import { addMember } from '../../support/members.js';

const client = { address: '192.0.2.1', userAgent: 'test' };

describe('A session that begins while the password or second factor changes', () => {
  const auth = useFixture(startAuth);

  /** Changes the person as flows that end sessions do, during four sign-ins whose passwords were already checked. */
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

describe("a person's open sessions", () => {
  const auth = useFixture(startAuth);
  const stored = () => auth().runtime.databases.live.collection<{ _id: string }>('sessions');

  /** Creates a person with one session and a number of earlier sessions, one second apart. */
  async function addPerson(count: number) {
    const { personId, token, ask } = await addMember(auth(), (await auth().workspace('Quay')).id);
    const session = (await auth().context.sessions.find(token)) ?? expect.fail('The person has no session.');
    const { _id, ...fields } = (await stored().findOne({ person_id: personId })) ?? expect.fail();
    const olderIds = Array.from({ length: count }, (_, place) => `${session.id}_${place}`);
    const older = olderIds.map((id, place) => ({
      ...fields,
      _id: id,
      token_hash: id,
      created_at: new Date(session.created_at.getTime() - (count - place) * 1_000),
    }));
    await stored().insertMany(older.map((one) => ({ ...one })));
    const start = async () => {
      const person = (await auth().context.people.get(personId)) ?? expect.fail('There is no such person.');
      return startSession(auth().context, createVisitorCommand(), person, client);
    };
    return { personId, sessionId: session.id, olderIds, start, ask };
  }

  const listIds = async (personId: string) =>
    (await auth().context.sessions.listOpen(personId)).map(({ id }) => id).reverse();

  /** Returns the ids in the `session.ended` events, as one list for each journal entry. */
  async function readEnds(personId: string): Promise<string[][]> {
    const journal = auth().runtime.databases.live.collection<Entry>(journalCollection);
    const entries = await journal.find({ subject: personId, type: 'signed_out' }, { sort: { at: 1 } }).toArray();
    return entries.map(({ events }) => events.map(({ name, payload }) => `${name} ${JSON.parse(payload).data.id}`));
  }

  it('are limited to a hundred: one more ends the oldest and notifies the gateways', async () => {
    const { personId, sessionId, olderIds, start } = await addPerson(98);
    const { session: hundredth } = await start();
    expect(await listIds(personId)).to.deep.equal([...olderIds, sessionId, hundredth.id]);
    expect(await readEnds(personId)).to.deep.equal([]);
    const { session: next } = await start();
    expect(await listIds(personId)).to.deep.equal([...olderIds.slice(1), sessionId, hundredth.id, next.id]);
    expect(await readEnds(personId)).to.deep.equal([[`session.ended ${olderIds[0]}`]]);
    await Promise.all([start(), start(), start()]);
    const open = await stored().countDocuments({ person_id: personId, ended_at: null });
    expect(open, 'when several begin at the same time').to.equal(100);
  });

  it('end together in any number, with events that list up to a thousand sessions each', async () => {
    const { personId, sessionId, ask } = await addPerson(1_200);
    expect((await ask('GET', '/auth/sessions')).data).to.have.length(100);
    expect((await ask('DELETE', '/auth/sessions')).status).to.equal(204);
    expect(await listIds(personId)).to.deep.equal([sessionId]);
    const [ended = []] = await readEnds(personId);
    expect(ended).to.have.length(999);
  });
});
