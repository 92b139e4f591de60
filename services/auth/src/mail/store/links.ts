import { createToken, isWellFormedToken, type Keyring } from '@plotline/kit/core/secrets';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { ClientSession } from 'mongoose';
import { hashSecret, hashSecretByEach } from '../../directory/store/hashing.js';
import { directory } from '../../directory/store/tenants.js';
import { isRedeemable, type Link, linkLifetimesMs, linkNotValid, maxWrongPasswords } from '../model/link.js';

const schema = createRecordSchema({
  purpose: String,
  token_hash: String,
  email: String,
  person_id: String,
  invitation: {
    type: { workspace_id: String, agent_id: String, agent_version: Number, name: String },
    _id: false,
    default: undefined,
  },
  sign_up: {
    type: { name: String, workspace_name: String, currency: String, password_hash: String },
    _id: false,
    default: undefined,
  },
  created_at: Date,
  expires_at: Date,
  used_at: Date,
  wrong_passwords: Number,
  sent_at: Date,
});

const tokenPrefix = 'pl_link_';
/** Links are removed this long after their expiry. */
const retentionSeconds = 7 * 24 * 3_600;

/** Data of a new link. A decoy is stored as already used, so nobody can redeem it. */
type NewLink = Pick<Link, 'id' | 'purpose' | 'email'> &
  Partial<Pick<Link, 'person_id' | 'invitation' | 'sign_up'>> & { readonly isDecoy?: boolean };

function filterRedeemable(id: string, now: Date) {
  return { _id: id, used_at: null, expires_at: { $gt: now }, wrong_passwords: { $lt: maxWrongPasswords } };
}

/** One-time links, in the live database. */
export class Links {
  readonly #collection: Collection<Link>;
  readonly #runtime: ServiceRuntime;
  readonly #hashKeys: Keyring;

  constructor(runtime: ServiceRuntime, hashKeys: Keyring) {
    this.#runtime = runtime;
    this.#hashKeys = hashKeys;
    this.#collection = runtime.collection<Link>({
      name: 'links',
      schema,
      indexes: [
        { name: 'token', keys: { token_hash: 1 }, unique: true },
        { name: 'person', keys: { person_id: 1, purpose: 1 } },
        { name: 'agent', keys: { 'invitation.agent_id': 1 } },
        { name: 'expiry', keys: { expires_at: 1 }, expireAfterSeconds: retentionSeconds },
      ],
    });
  }

  /** Creates a link within a transaction. Only the result contains its token. */
  async create(
    session: ClientSession,
    { isDecoy, ...link }: NewLink,
  ): Promise<{ readonly link: Link; readonly token: string }> {
    const token = createToken(tokenPrefix);
    const now = this.#runtime.clock();
    const stored: Link = {
      person_id: null,
      invitation: null,
      sign_up: null,
      ...link,
      version: 1,
      token_hash: hashSecret(token, this.#hashKeys.current.secret),
      created_at: now,
      expires_at: new Date(now.getTime() + linkLifetimesMs[link.purpose]),
      used_at: isDecoy ? now : null,
      wrong_passwords: 0,
      sent_at: null,
    };
    await this.#collection.in(directory).insert([stored], session);
    return { link: stored, token };
  }

  get(id: string, session?: ClientSession): Promise<Link | null> {
    return this.#collection.in(directory).get(id, session);
  }

  /** Finds the invitations of an agent, including used ones. */
  findInvitations(agentId: string, session: ClientSession): Promise<Link[]> {
    return this.#collection.in(directory).find({ 'invitation.agent_id': agentId }, { session });
  }

  /** Finds the link with that token. Throws VALIDATION_ERROR unless it can be redeemed now. */
  async find(token: string): Promise<Link> {
    if (!isWellFormedToken(token, tokenPrefix)) throw linkNotValid();
    const hashes = hashSecretByEach(token, this.#hashKeys);
    const link = await this.#collection.in(directory).findOne({ token_hash: { $in: hashes } });
    if (!link || !isRedeemable(link, this.#runtime.clock())) throw linkNotValid();
    return link;
  }

  /**
   * Redeems a link by one conditional update, within the transaction of its effect. Throws VALIDATION_ERROR if the link
   * was used or replaced or has expired in the meantime.
   */
  async redeem(session: ClientSession, { id }: Pick<Link, 'id'>): Promise<void> {
    const now = this.#runtime.clock();
    const change = { $set: { used_at: now }, $inc: { version: 1 } };
    if (!(await this.#collection.in(directory).update(filterRedeemable(id, now), change, session)))
      throw linkNotValid();
  }

  /**
   * Counts a wrong password for the link. The fifth one makes the link useless. Throws VALIDATION_ERROR if the link was
   * used or ran out of attempts in the meantime, so that only five of many simultaneous guesses are checked.
   */
  async countWrongPassword({ id }: Pick<Link, 'id'>): Promise<void> {
    const change = { $inc: { wrong_passwords: 1, version: 1 } };
    const filter = filterRedeemable(id, this.#runtime.clock());
    if (!(await this.#collection.in(directory).update(filter, change))) throw linkNotValid();
  }

  /** Makes the matching links unusable within a transaction. */
  async #void(session: ClientSession, filter: Readonly<Record<string, unknown>>): Promise<void> {
    const change = { $set: { used_at: this.#runtime.clock() }, $inc: { version: 1 } };
    await this.#collection.in(directory).updateMany({ ...filter, used_at: null }, change, session);
  }

  voidInvitations(session: ClientSession, agentId: string): Promise<void> {
    return this.#void(session, { 'invitation.agent_id': agentId });
  }

  /** Makes a person's links for a purpose unusable. */
  voidOfPerson(session: ClientSession, personId: string, purpose: Link['purpose']): Promise<void> {
    return this.#void(session, { person_id: personId, purpose });
  }

  /** Stores the time when the link's email was sent. */
  async markSent(session: ClientSession, id: string, at: Date): Promise<void> {
    await this.#collection.in(directory).update({ _id: id }, { $set: { sent_at: at }, $inc: { version: 1 } }, session);
  }
}
