import { createHmac } from 'node:crypto';
import { newId } from '@plotline/kit/core/ids';
import { createSeal, type Keyring, type Seal } from '@plotline/kit/core/secrets';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import { type DeferredJob, DeferredJobs, resumeIndex } from '@plotline/kit/tasks/deferred-jobs';
import type { ClientSession } from 'mongoose';
import { directory } from '../../directory/store/tenants.js';
import {
  assertSlot,
  findNextAttempt,
  findSlot,
  isDropped,
  type Mail,
  type MailOrigin,
  maxMailsPerHour,
  type WhenLimited,
} from '../model/mail.js';

/** Mail in the queue. It is encrypted, including its address and subject, because its text contains a working link. */
export interface QueuedMail extends DeferredJob {
  readonly sealed: string;
  readonly attempts: number;
  /** Id of the link in the mail, if any, to store there when the mail was handed over. */
  readonly link_id: string | null;
  readonly created_at: Date;
  /** Time after which the mail is useless. */
  readonly expires_at: Date;
}

/** Times at which the last mails of one origin were sent to one address, or will be sent. */
interface MailWindow {
  readonly id: string;
  readonly version: number;
  readonly slots: readonly Date[];
  readonly expires_at: Date;
}

export interface MailOptions {
  readonly linkId?: string;
  readonly expiresAt: Date;
  readonly origin: MailOrigin;
  readonly whenLimited: WhenLimited;
  /** Set for a mail that counts like any other but is never sent, so that the difference isn't visible from outside. */
  readonly isDecoy?: boolean;
}

const mailSchema = createRecordSchema({
  sealed: String,
  attempts: Number,
  link_id: String,
  created_at: Date,
  expires_at: Date,
  resume_at: Date,
});
const windowSchema = createRecordSchema({ slots: [Date], expires_at: Date });

/** Windows are removed after this time without a mail. */
const windowRetentionMs = 48 * 3_600_000;

/** An exact count above this isn't worth the reads. */
const maxCounted = 10_000;

/** Purpose for which mails are sealed. */
export const mailSealPurpose = 'plotline mails v1';

/** Mails that wait for their hand-over, in the live database. */
export class Mails {
  readonly #mails: Collection<QueuedMail>;
  readonly #windows: Collection<MailWindow>;
  readonly #runtime: ServiceRuntime;
  readonly #seal: Seal;
  readonly #hashKeys: Keyring;
  readonly jobs: DeferredJobs<QueuedMail>;

  constructor(runtime: ServiceRuntime, sealKeys: Keyring, hashKeys: Keyring) {
    this.#runtime = runtime;
    this.#seal = createSeal(sealKeys, mailSealPurpose);
    this.#hashKeys = hashKeys;
    this.#mails = runtime.collection<QueuedMail>({ name: 'mails', schema: mailSchema, indexes: [resumeIndex] });
    this.#windows = runtime.collection<MailWindow>({
      name: 'mail_windows',
      schema: windowSchema,
      indexes: [{ name: 'expiry', keys: { expires_at: 1 }, expireAfterSeconds: 0 }],
    });
    this.jobs = new DeferredJobs(this.#mails);
  }

  /**
   * Queues a mail within a transaction. Resolves to the mail, or to null for a decoy or a dropped mail. Throws
   * RATE_LIMIT_EXCEEDED when the address has reached its hourly limit and the mail may not wait. May fail with a
   * duplicate key if another mail to the same new address is queued at the same time.
   */
  async add(session: ClientSession, mail: Mail, options: MailOptions): Promise<QueuedMail | null> {
    const now = this.#runtime.clock();
    const resume_at = await this.#takeSlot(session, mail.to, options, now);
    if (options.isDecoy || resume_at === null) return null;
    const id = newId('mail');
    const queued: QueuedMail = {
      id,
      version: 1,
      sealed: this.#seal.seal(JSON.stringify(mail), id),
      attempts: 0,
      link_id: options.linkId ?? null,
      created_at: now,
      expires_at: options.expiresAt,
      resume_at,
    };
    await this.#mails.in(directory).insert([queued], session);
    this.jobs.announce();
    return queued;
  }

  async #takeSlot(
    session: ClientSession,
    to: string,
    { origin, whenLimited }: Pick<MailOptions, 'origin' | 'whenLimited'>,
    now: Date,
  ): Promise<Date | null> {
    // Only the current secret is used. After it is replaced, counts start again, which does no harm.
    const id = createHmac('sha256', this.#hashKeys.current.secret)
      .update(`mails of a ${origin} to ${to}`)
      .digest('hex');
    const windows = this.#windows.in(directory);
    const before = await windows.get(id, session);
    const slot = findSlot(before?.slots ?? [], origin, now);
    if (isDropped(slot, now, whenLimited)) return null;
    assertSlot(slot, origin, now, whenLimited);
    const slots = [...(before?.slots ?? []), slot].slice(-maxMailsPerHour[origin]);
    const expires_at = new Date(slot.getTime() + windowRetentionMs);
    if (before) await windows.change(before, { ...before, slots, expires_at }, session);
    else await windows.insert([{ id, version: 1, slots, expires_at }], session);
    return slot;
  }

  /** Returns the number of mails in the queue, up to 10,000. */
  countQueued(): Promise<number> {
    return this.#mails.in(directory).count({}, { hint: resumeIndex.name, limit: maxCounted });
  }

  /** Resolves to the time since which the oldest due mail waits; null if none is due. */
  async findDueSince(): Promise<Date | null> {
    const [mail] = await this.jobs.findDue(directory.mode, this.#runtime.clock(), 1);
    return mail?.resume_at ?? null;
  }

  /** Returns the mail to hand over. Throws UnreadableSeal. */
  open({ id, sealed }: Pick<QueuedMail, 'id' | 'sealed'>): Mail {
    return JSON.parse(this.#seal.open(sealed, id));
  }

  /** Claims an attempt: the mail is due again at `until`. Resolves to null when another process was faster. */
  claim({ id, version, attempts }: QueuedMail, until: Date): Promise<QueuedMail | null> {
    const change = { $set: { resume_at: until, attempts: attempts + 1 }, $inc: { version: 1 } };
    return this.#mails.in(directory).findAndUpdate({ _id: id, version }, change);
  }

  /** Schedules the next attempt after a failed one. */
  async postpone(mail: QueuedMail): Promise<void> {
    const resume_at = findNextAttempt(mail.attempts, this.#runtime.clock());
    await this.jobs.reschedule(directory, new Map([[mail, { resume_at }]]));
    this.jobs.announce();
  }

  /** Removes a mail that was handed over or has become useless. */
  async remove(session: ClientSession | null, { id }: Pick<QueuedMail, 'id'>): Promise<void> {
    await this.#mails.in(directory).delete({ _id: id }, session ?? undefined);
  }
}
