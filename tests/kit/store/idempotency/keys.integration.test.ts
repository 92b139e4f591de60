import { randomUUID } from 'node:crypto';
import { created } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import { conflict, Problem } from '@plotline/kit/core/errors';
import { createKeyring } from '@plotline/kit/core/secrets';
import { Claim } from '@plotline/kit/store/idempotency/command';
import { IdempotencyKeys } from '@plotline/kit/store/idempotency/keys';
import type { Collection } from '@plotline/kit/store/records/collection';
import { expect } from 'chai';
import { ManualTime } from '../../../support/manual-time.js';
import { createCollections, testCaller, useTestRuntime } from '../../../support/test-runtime.js';
import { type Thing, thing, thingCollection } from '../../thing-store.js';

const sealKeys = createKeyring('seals the answers of these tests');

describe('IdempotencyKeys', () => {
  const runtime = useTestRuntime('once');
  let keys: IdempotencyKeys;
  let things: Collection<Thing>;
  const caller = (change: Partial<Caller> = {}) => testCaller('ws_once', 'live', change);

  before(async () => {
    keys = runtime().idempotency;
    things = thingCollection(runtime());
    await createCollections(runtime());
  });

  async function claimed(key: string, request: string, by: Caller = caller()): Promise<Claim> {
    const result = await keys.claim(by, key, request);
    if ('replay' in result) throw new Error('was replayed');
    return result;
  }

  /** Returns a store for the same keys whose clock has another time. */
  const timed = (time: ManualTime) => new IdempotencyKeys(runtime().databases, sealKeys, time);

  function track(work: Promise<unknown>): { readonly isDone: boolean } {
    const seen = { isDone: false };
    const end = () => {
      seen.isDone = true;
    };
    void work.then(end, end);
    return seen;
  }

  async function refusal(work: Promise<unknown>): Promise<Problem> {
    const error: unknown = await work.catch((reason: unknown) => reason);
    if (!(error instanceof Problem)) throw new Error('was not refused');
    return error;
  }

  it('replay the stored response', async () => {
    const key = randomUUID();
    const answer = created({ id: 'thing_1', at: new Date(0).toISOString() });
    await keys.keep(caller(), await claimed(key, 'request'), answer);
    expect(await keys.claim(caller(), key, 'request')).to.deep.equal({ replay: answer });
  });

  it("replay responses from before the secret was replaced, and refuse responses that can't be read", async () => {
    const { databases } = runtime();
    const [before, after] = ['the secret before', 'the secret after'];
    const key = randomUUID();
    const answer = created({ id: 'thing_1' });
    await new IdempotencyKeys(databases, createKeyring(before)).keep(caller(), await claimed(key, 'request'), answer);
    for (const keyring of [createKeyring(before, after), createKeyring(after, before)]) {
      const found = await new IdempotencyKeys(databases, keyring).claim(caller(), key, 'request');
      expect(found).to.deep.equal({ replay: answer });
    }
    const lost = new IdempotencyKeys(databases, createKeyring(after));
    expect((await refusal(lost.claim(caller(), key, 'request'))).code).to.equal('CONFLICT');
  });

  it('refuse a key that was used for a different request', async () => {
    const key = randomUUID();
    await keys.keep(caller(), await claimed(key, 'request'), created({}));
    const { code, details } = await refusal(keys.claim(caller(), key, 'another request'));
    expect([code, details[0]?.field]).to.deep.equal(['VALIDATION_ERROR', 'Idempotency-Key']);
  });

  it('keep the keys of credentials, workspaces and modes separate', async () => {
    const key = randomUUID();
    await keys.keep(caller(), await claimed(key, 'request'), created({}));
    const others = [
      caller({ actor: { type: 'key', id: 'key_other', name: 'Other' } }),
      testCaller('ws_else'),
      testCaller('ws_once', 'sandbox'),
    ];
    for (const other of others) expect(await claimed(key, 'request', other)).to.be.instanceOf(Claim);
  });

  it("keep the keys of one person's two credentials separate", async () => {
    const key = randomUUID();
    const actor = { type: 'user', id: 'user_1', name: 'Ada' } as const;
    const by = (credentialId: string) => caller({ actor, credentialId });
    const answer = created({ secret: 'shown once' });
    await keys.keep(caller(), await claimed(key, 'request', by('grant_1')), answer);
    for (const other of ['grant_2', 'session_1'])
      expect(await claimed(key, 'other', by(other))).to.be.instanceOf(Claim);
    expect(await keys.claim(by('grant_1'), key, 'request')).to.deep.equal({ replay: answer });
  });

  it('recognize keys that an older gateway sent without a credential', async () => {
    const key = randomUUID();
    const answer = created({ id: 'thing_1' });
    await keys.keep(caller(), await claimed(key, 'request'), answer);
    const told = caller({ credentialId: caller().actor.id });
    expect(await keys.claim(told, key, 'request')).to.deep.equal({ replay: answer });
  });

  it('free a key after its request was refused', async () => {
    const key = randomUUID();
    await keys.release(caller(), await claimed(key, 'request'));
    expect(await claimed(key, 'another request')).to.be.instanceOf(Claim);
  });

  it("let an identical request wait for the first request's response", async () => {
    const key = randomUUID();
    const first = await claimed(key, 'request');
    const second = keys.claim(caller(), key, 'request');
    await keys.keep(caller(), first, created({ id: 'thing_1' }));
    expect(await second).to.deep.equal({ replay: created({ id: 'thing_1' }) });
  });

  it('answer 409 to an identical request when the first one takes longer than five seconds', async () => {
    const key = randomUUID();
    await claimed(key, 'request');
    const time = new ManualTime();
    const refused = refusal(timed(time).claim(caller(), key, 'request'));
    const seen = track(refused);
    await time.passUntil(() => expect(time.monotonic()).to.be.at.least(5_000), 50);
    expect(seen.isDone).to.equal(false);
    await time.passUntil(() => expect(seen.isDone).to.equal(true), 50);
    expect((await refused).code).to.equal('CONFLICT');
    expect(time.monotonic()).to.be.below(10_000);
  });

  it('store the response in the transaction of the change, so that a crash right after the commit loses nothing', async () => {
    const key = randomUUID();
    const claim = await claimed(key, 'request');
    const answer = created({ id: 'thing_kept' });
    const by = caller();
    const committed = await runtime().journal.commit({ caller: by, claim }, async (session) => {
      await things.in(by).insert([thing('kept')], session);
      return { entries: [{ subject: 'thing_kept', type: 'created', description: 'Made.', events: [] }], answer };
    });
    expect(committed.answer).to.equal(answer);
    expect(await keys.claim(caller(), key, 'request')).to.deep.equal({ replay: answer });
  });

  it('keep neither a record nor a response for a change that failed', async () => {
    const key = randomUUID();
    const claim = await claimed(key, 'request');
    const failed = runtime().journal.commit({ caller: caller(), claim }, async () => {
      throw conflict('No.');
    });
    expect((await refusal(failed)).code).to.equal('CONFLICT');
    expect(claim.isAnswerCommitted).to.equal(false);
    await keys.release(caller(), claim);
    expect(await claimed(key, 'request')).to.be.instanceOf(Claim);
  });

  it('prevent a commit without its response', async () => {
    const claim = await claimed(randomUUID(), 'request');
    const by = caller();
    const work = runtime().journal.commit({ caller: by, claim }, async (session) => {
      await things.in(by).insert([thing('unanswered')], session);
      return { entries: [] };
    });
    await work.then(
      () => expect.fail('was committed'),
      (error: unknown) => expect(String(error)).to.contain('without its answer'),
    );
    expect(await things.in(by).get('thing_unanswered')).to.equal(null);
  });

  it('prevent a second commit by one request, so that its response covers the whole change', async () => {
    const command = { caller: caller(), claim: await claimed(randomUUID(), 'request') };
    await runtime().journal.commit(command, async () => ({ entries: [], answer: created({}) }));
    const error: unknown = await runtime()
      .journal.commit(command, async () => ({ entries: [], answer: created({}) }))
      .catch((reason: unknown) => reason);
    expect(String(error)).to.contain('commit only once');
  });

  it('do not release a claim whose change was committed', async () => {
    const key = randomUUID();
    const claim = await claimed(key, 'request');
    const answer = created({ id: 'thing_committed' });
    await runtime().journal.commit({ caller: caller(), claim }, async () => ({ entries: [], answer }));
    await keys.release(caller(), claim);
    expect(await keys.claim(caller(), key, 'request')).to.deep.equal({ replay: answer });
    expect((await refusal(keys.claim(caller(), key, 'another request'))).code).to.equal('VALIDATION_ERROR');
  });

  it('give the claim of a crashed request to an identical request at the deadline, not before', async () => {
    const key = randomUUID();
    const time = new ManualTime();
    const deadline = time.now() + 1_000;
    await claimed(key, 'request', caller({ deadline }));
    const claim = timed(time).claim(caller({ deadline: time.now() + 15_000 }), key, 'request');
    const seen = track(claim);
    await time.passUntil(() => expect(seen.isDone).to.equal(true), 50);
    expect(await claim).to.be.instanceOf(Claim);
    expect(time.now()).to.be.at.least(deadline);
  });

  it('commit one of two changes when a claim was taken over while its holder was still running', async () => {
    const key = randomUUID();
    const slow = await claimed(key, 'request', caller({ deadline: Date.now() - 1 }));
    const quick = await claimed(key, 'request');
    const change = (claim: Claim, name: string) => {
      const by = caller();
      return runtime().journal.commit({ caller: by, claim }, async (session) => {
        await things.in(by).insert([thing(name)], session);
        return { entries: [], answer: created({ name }) };
      });
    };
    await change(quick, 'quick');
    expect((await refusal(change(slow, 'ghost'))).code).to.equal('CONFLICT');
    expect(await things.in(caller()).get('thing_ghost')).to.equal(null);
    expect(await keys.claim(caller(), key, 'request')).to.deep.equal({ replay: created({ name: 'quick' }) });
  });

  it('create one record for 50 identical parallel requests, without conflicts', async () => {
    const key = randomUUID();
    const request = async (): Promise<unknown> => {
      const result = await keys.claim(caller(), key, 'request');
      if ('replay' in result) return result.replay;
      const answer = created({ id: 'thing_parallel' });
      const by = caller();
      await runtime().journal.commit({ caller: by, claim: result }, async (session) => {
        await things.in(by).insert([thing('parallel')], session);
        return { entries: [], answer };
      });
      return answer;
    };
    const answers = await Promise.all(Array.from({ length: 50 }, request));
    expect(answers).to.deep.equal(Array.from({ length: 50 }, () => created({ id: 'thing_parallel' })));
  });
});
