import { mailSealPurpose } from '@plotline/auth/mail/store/mails';
import { signingKeySealPurpose } from '@plotline/auth/oauth/store/signing-keys';
import { createSealedFields } from '@plotline/auth/sealed-fields';
import { createTwoFactorSeal } from '@plotline/auth/two-factor/api/totp';
import { createKeyring, createSeal, type Keyring } from '@plotline/kit/core/secrets';
import { expect } from 'chai';
import { eventually } from '../support/eventually.js';
import { useFixturePerTest } from '../support/use-fixture.js';
import { startAuth } from './support/auth.js';
import { addMember } from './support/members.js';

const after = 'the_secret_that_comes_after_the_first';

interface Stored {
  readonly _id: string;
  readonly sealed_jwk?: string;
  readonly two_factor?: { readonly secret: string } | null;
}

describe('Fields that auth encrypts', () => {
  const auth = useFixturePerTest(startAuth);

  const sealedBy = (sealKeys: Keyring) => createSealedFields({ runtime: auth().runtime, sealKeys });
  const read = async (collection: string, id?: string) => {
    const found = auth().runtime.databases.live.collection<Stored>(collection);
    return (await found.findOne(id === undefined ? {} : { _id: id })) ?? { _id: '' };
  };

  /** Ids of all signing keys. The service creates the first one itself, soon after its start. */
  const listSigningKeys = () =>
    eventually(async () => {
      const found = await auth().runtime.databases.live.collection<Stored>('signing_keys').find({}).toArray();
      expect(found).to.not.have.length(0);
      return found.map(({ _id }) => _id);
    });

  it('are re-encrypted so that the new secret alone opens signing keys, second factors and emails', async () => {
    const before = auth().context.sealKeys.current.secret;
    const signingKeys = await listSigningKeys();
    const member = await addMember(auth(), (await auth().workspace('Sealed')).id);
    const { secret } = (await member.ask('POST', '/auth/two-factor')).data;
    const mail = { _id: 'mail_1', sealed: createSeal(createKeyring(before), mailSealPurpose).seal('a link', 'mail_1') };
    await auth().runtime.databases.live.collection<{ _id: string }>('mails').insertOne(mail);

    const { resealed, unreadable } = await sealedBy(createKeyring(after, before)).resealAll();
    expect([resealed, unreadable]).to.deep.equal([signingKeys.length + 2, []]);
    expect((await sealedBy(createKeyring(after, before)).resealAll()).resealed).to.equal(0);

    const alone = createKeyring(after);
    await sealedBy(alone).assertReadable();
    const person = await read('people', member.personId);
    expect(createTwoFactorSeal({ sealKeys: alone }).open(person.two_factor?.secret ?? '', person._id)).to.equal(secret);
    const key = await read('signing_keys');
    expect(JSON.parse(createSeal(alone, signingKeySealPurpose).open(key.sealed_jwk ?? '', key._id))).to.include({
      kty: 'EC',
    });
  });

  it('prevent a process from starting without their secret, and stay unchanged when the command has no secret', async () => {
    const ids = await listSigningKeys();
    const key = await read('signing_keys');
    const stranger = sealedBy(createKeyring(after));
    const error: unknown = await stranger.assertReadable().catch((reason: unknown) => reason);
    expect(String(error)).to.include('AUTH_SEAL_SECRET_PREVIOUS').and.not.include('"d"');
    expect(await stranger.resealAll()).to.deep.equal({ resealed: 0, unreadable: ids });
    expect(await read('signing_keys')).to.deep.equal(key);
  });
});
