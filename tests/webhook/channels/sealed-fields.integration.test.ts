import { randomBytes } from 'node:crypto';
import { createKeyring, type Keyring, sealPrefix } from '@plotline/kit/core/secrets';
import { createSealedFields } from '@plotline/webhook/channels/store/sealed-fields';
import { createChatUrls } from '@plotline/webhook/channels/work/chat-urls';
import { createSecrets } from '@plotline/webhook/channels/work/signing';
import { expect } from 'chai';
import { useFixture } from '../../support/use-fixture.js';
import { sealKeys, startWebhookService } from '../support/webhook-service.js';

const before = sealKeys.current.secret;
const after = 'the secret that comes after it';

describe('The signing secrets of webhooks', () => {
  const service = useFixture(startWebhookService);
  const stored = (id: string, mode: 'live' | 'sandbox' = 'live') =>
    service()
      .runtime.databases[mode].collection<{ _id: string; secret: string; former_secret: { sealed: string } | null }>(
        'webhooks',
      )
      .findOne({ _id: id });
  const withKeys = (keys: Keyring) =>
    createSealedFields(service().runtime, {
      secrets: createSecrets(keys),
      chatUrls: createChatUrls(keys),
      sealKeys: keys,
    });

  async function create(secret: string, mode: 'live' | 'sandbox' = 'live'): Promise<string> {
    const body = { url: 'http://127.0.0.1:9999/hook', events: ['lead.created'], secret };
    return (await service().create('/v1/webhooks', body, { mode })).id;
  }

  it('are re-encrypted with the current secret in live and sandbox, and look unchanged in the API', async () => {
    const id = await create('the first secret');
    await service().request('POST', `/v1/webhooks/${id}/rotate-secret`, { body: { secret: 'the second secret' } });
    const sandboxId = await create('the sandbox secret', 'sandbox');
    const shown = await service().request('GET', `/v1/webhooks/${id}`);

    const switched = createKeyring(after, before);
    expect(await withKeys(switched).resealAll()).to.deep.equal({ resealed: 3, unreadable: [] });
    expect(await withKeys(switched).resealAll()).to.deep.equal({ resealed: 0, unreadable: [] });

    const alone = createSecrets(createKeyring(after));
    const webhook = await stored(id);
    expect(alone.open(webhook?.secret ?? '', id)).to.equal('the second secret');
    expect(alone.open(webhook?.former_secret?.sealed ?? '', id)).to.equal('the first secret');
    expect(alone.open((await stored(sandboxId, 'sandbox'))?.secret ?? '', sandboxId)).to.equal('the sandbox secret');
    const same = await service().request('GET', `/v1/webhooks/${id}`);
    expect([same.body, same.headers.get('etag')]).to.deep.equal([shown.body, shown.headers.get('etag')]);

    await withKeys(createKeyring(after)).assertReadable();
    await withKeys(createKeyring(before, after)).resealAll();
  });

  it('are re-encrypted if they have no key id, because they are older than key ids', async () => {
    const id = await create('an older signing secret');
    const sealed = (await stored(id))?.secret ?? '';
    const collection = service().runtime.databases.live.collection<{ _id: string }>('webhooks');
    await collection.updateOne({ _id: id }, { $set: { secret: sealed.slice(sealed.indexOf('.') + 1) } });
    await withKeys(sealKeys).assertReadable();
    expect(await withKeys(sealKeys).resealAll()).to.deep.equal({ resealed: 1, unreadable: [] });
    expect((await stored(id))?.secret.startsWith(sealPrefix(sealKeys.current))).to.equal(true);
  });

  it('prevent a process from starting without their secret, and are listed by the command', async () => {
    const id = await create('one of many secrets');
    const unknown = createKeyring(randomBytes(32).toString('hex'));
    const error: unknown = await withKeys(unknown)
      .assertReadable()
      .catch((reason: unknown) => reason);
    expect(String(error)).to.include('WEBHOOK_SEAL_SECRET_PREVIOUS').and.not.include('one of many secrets');
    const { resealed, unreadable } = await withKeys(unknown).resealAll();
    expect([resealed, unreadable.includes(id)]).to.deep.equal([0, true]);
    expect(createSecrets(sealKeys).open((await stored(id))?.secret ?? '', id)).to.equal('one of many secrets');
  });
});
