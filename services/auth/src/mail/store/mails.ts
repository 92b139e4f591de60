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

/** Email in the queue. It is encrypted, including its address and subject, because its text contains a working link. */
export interface QueuedMail extends DeferredJob {
  readonly sealed: string;
  readonly attempts: number;
  /** Id of the link in the email, if any. When the email is sent, the time is stored in this link. */
  readonly link_id: string | null;
  readonly created_at: Date;
  /** Time after which the email is no longer useful. */
  readonly expires_at: Date;
}

/** Times when the last emails of one origin were sent to one address, or will be sent. */
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
  /**
   * Set for an email that counts like any other but is never sent, so that nobody outside can notice the difference.
   */
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

/** A window is removed after this time without an email. */
const windowRetentionMs = 48 * 3_600_000;

/** Limit for exact counts. An exact count above it isn't worth the reads. */
const maxCounted = 10_000;

/** Purpose for which emails are encrypted. */
export const mailSealPurpose = 'plotline mails v1';

/** Emails that wait to be sent, in the live database. */
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
   * Queues an email within a transaction. Resolves to the email, or to null for a decoy or a dropped email. Throws
   * RATE_LIMIT_EXCEEDED when the address has reached its hourly limit and the email may not wait. May fail with a
   * duplicate key if another email to the same new address is queued at the same time.
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
    // Only the current secret is used. After it is replaced, counts start again, which is harmless.
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

  /** Returns the number of emails in the queue, up to 10,000. */
  countQueued(): Promise<number> {
    return this.#mails.in(directory).count({}, { hint: resumeIndex.name, limit: maxCounted });
  }

  /** Resolves to the time since which the oldest due email has waited; null if none is due. */
  async findDueSince(): Promise<Date | null> {
    const [mail] = await this.jobs.findDue(directory.mode, this.#runtime.clock(), 1);
    return mail?.resume_at ?? null;
  }

  /** Decrypts and returns the email to send. Throws UnreadableSeal. */
  open({ id, sealed }: Pick<QueuedMail, 'id' | 'sealed'>): Mail {
    return JSON.parse(this.#seal.open(sealed, id));
  }

  /** Claims an attempt: the email is due again at `until`. Resolves to null when another process was faster. */
  claim({ id, version, attempts }: QueuedMail, until: Date): Promise<QueuedMail | null> {
    const change = { $set: { resume_at: until, attempts: attempts + 1 }, $inc: { version: 1 } };
    return this.#mails.in(directory).findAndUpdate({ _id: id, version }, change);
  }

  /** Schedules the next attempt after a failed attempt. */
  async postpone(mail: QueuedMail): Promise<void> {
    const resume_at = findNextAttempt(mail.attempts, this.#runtime.clock());
    await this.jobs.reschedule(directory, new Map([[mail, { resume_at }]]));
    this.jobs.announce();
  }

  /** Removes an email that was sent or is no longer useful. */
  async remove(session: ClientSession | null, { id }: Pick<QueuedMail, 'id'>): Promise<void> {
    await this.#mails.in(directory).delete({ _id: id }, session ?? undefined);
  }
}
