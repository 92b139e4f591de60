import { randomUUID } from 'node:crypto';
import { created } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import { createKeyring } from '@plotline/kit/core/secrets';
import type { Claim } from '@plotline/kit/store/idempotency/command';
import { IdempotencyKeys } from '@plotline/kit/store/idempotency/keys';
import { expect } from 'chai';
import { issuedQueries } from '../../../support/issued-queries.js';
import { ManualTime } from '../../../support/manual-time.js';
import { createCollections, testCaller, useTestRuntime } from '../../../support/test-runtime.js';

const sealKeys = createKeyring('seals the answers of these tests');

describe('stored Idempotency-Keys', () => {
  const runtime = useTestRuntime('stored_once');
  let keys: IdempotencyKeys;
  const caller = (change: Partial<Caller> = {}) => testCaller('ws_once', 'live', change);

  before(async () => {
    keys = runtime().idempotency;
    await createCollections(runtime());
  });

  async function claimed(key: string, request: string): Promise<Claim> {
    const result = await keys.claim(caller(), key, request);
    if ('replay' in result) throw new Error('was replayed');
    return result;
  }

  it('can be used for a different request a day later, even if the database has not removed the record', async () => {
    const key = randomUUID();
    await keys.keep(caller(), await claimed(key, 'request'), created({ id: 'thing_1' }));
    const time = new ManualTime();
    time.advance(Date.now() + 25 * 3_600_000 - time.now());
    const deadline = time.now() + 10_000;
    const later = new IdempotencyKeys(runtime().databases, sealKeys, time);
    const claim = await later.claim(caller({ deadline }), key, 'another request');
    if ('replay' in claim) throw new Error('was replayed');
    await later.keep(caller(), claim, created({ id: 'thing_2' }));
  });

  it('are queried by their shard key, the workspace, with two calls per claim', async () => {
    const [kept, refused, amended] = [randomUUID(), randomUUID(), randomUUID()];
    const claims: Claim[] = [];
    const issued = await issuedQueries(['idempotency'], async () => {
      for (const key of [kept, refused, amended]) claims.push(await claimed(key, 'request'));
    });
    expect(issued.map(({ method }) => method)).to.deep.equal(
      [kept, refused, amended].flatMap(() => ['find', 'updateOne']),
    );
    const [first, second, third] = claims;
    if (!first || !second || !third) throw new Error('A claim is missing.');
    const later = await issuedQueries(['idempotency'], async () => {
      await keys.keep(caller(), first, created({}));
      await keys.release(caller(), second);
      third.markProvisional();
      await keys.keep(caller(), third, created({}));
      await keys.amend('live', { claim: third, answer: created({ id: 'thing_1' }) });
      await keys.findAnswer(caller(), third);
    });
    const filters = [...issued, ...later].filter(({ method }) => method !== 'insertMany').map(({ filter }) => filter);
    expect(filters).to.have.length(9);
    for (const filter of filters) expect(filter).to.include({ workspace_id: 'ws_once' });
  });
});
