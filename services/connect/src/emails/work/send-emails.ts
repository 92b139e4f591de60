import type { Tenant } from '@plotline/kit/core/caller';
import { backoff } from '@plotline/kit/core/time';
import { addDelay, createDeferredWorker, type NextRun, runEach } from '@plotline/kit/tasks/deferred-jobs';
import type { PeriodicTask } from '@plotline/kit/tasks/periodic-task';
import type { Connection } from '../../connections/model/connection.js';
import { openCredentials } from '../../connections/model/seals.js';
import { createConnectionSend } from '../../connections/work/call-vendor.js';
import type { Context } from '../../context.js';
import type { EmailProvider } from '../../vendors/model/provider.js';
import { VendorFailure } from '../../vendors/model/vendor-failure.js';
import { type Email, getEmailExpiry, toMessageId } from '../model/email.js';
import { tellSending } from './tell-timeline.js';

type SendContext = Pick<
  Context,
  | 'calls'
  | 'connections'
  | 'emails'
  | 'leadEmails'
  | 'providers'
  | 'seals'
  | 'clock'
  | 'runtime'
  | 'simulatorUrl'
  | 'egress'
>;

const intervalMs = 1_000;
const maxBatch = 20;
/** Maximum workspaces that are served at the same time. One workspace's slow provider then doesn't delay the others. */
const maxWorkspaces = 8;
/** Time after which a workspace begins no further email in its turn. */
const turnMs = 3_000;
/** An email waits while its connection is not active. Enabling the connection makes the email due immediately. */
const inactivePauseMs = 3_600_000;
/** Longer than a request can take. After this time, the process that was sending must have died. */
const sendingMs = 60_000;
const pauses = { baseMs: 5_000, capMs: 4 * 3_600_000 };
/** Maximum attempts, made over about a day. After that, the email has failed. */
const maxAttempts = 16;
/** Times after which the provider is asked whether it has an email. An email may appear late in its list. */
const checkPausesMs = [20_000, 120_000, 900_000] as const;

/** Time since the email was written, after which the provider is no longer asked about it. */
const maxAskingMs = 24 * 3_600_000;

/** Failures after which the provider certainly hasn't accepted the email but may accept it later. */
const temporary: ReadonlySet<string> = new Set(['rate_limited', 'vendor_unavailable']);

const connectionDeleted = { code: 'connection_deleted', message: 'The connection of the email was deleted.' } as const;

interface Attempt {
  readonly tenant: Tenant;
  readonly email: Email;
  readonly connection: Connection;
  readonly provider: EmailProvider;
}

/** Creates the worker that sends each stored email once and adds it to the lead's timeline. */
export function createEmailWorker(context: SendContext): PeriodicTask {
  const { connections, emails, providers, seals, clock, runtime } = context;
  const after = (ms: number) => addDelay(clock(), ms);

  /** Stores the outcome. The timeline is updated next. */
  async function end(tenant: Tenant, { id }: Email, outcome: Partial<Email>): Promise<void> {
    const states = ['queued', 'sending', 'unconfirmed'] as const;
    await emails.change(tenant, id, states, { ...outcome, html: null, resume_at: clock() });
  }

  const fail = (tenant: Tenant, email: Email, { code, message }: NonNullable<Email['error']>) =>
    end(tenant, email, { status: 'failed', error: { code, message }, sent_at: clock() });

  const values = ({ mode }: Tenant, { settings, ...connection }: Connection) => ({
    mode,
    settings,
    credentials: openCredentials(seals, connection),
  });

  async function afterFailure({ tenant, email }: Attempt, failure: VendorFailure): Promise<void> {
    const { code, retryAfterMs } = failure;
    const wait = (change: Partial<Email>) => emails.change(tenant, email.id, ['sending'], change);
    if (code === 'credentials_refused') {
      // The connection needs attention now, so the email waits.
      await wait({ status: 'queued', resume_at: after(inactivePauseMs) });
    } else if (temporary.has(code) && email.attempts + 1 < maxAttempts) {
      const pauseMs = Math.max(retryAfterMs, backoff({ attempt: email.attempts, ...pauses }));
      await wait({ status: 'queued', attempts: email.attempts + 1, resume_at: after(Math.min(pauseMs, pauses.capMs)) });
    } else if (code === 'outcome_unknown' || code === 'answer_unreadable') {
      await wait({ status: 'unconfirmed', attempts: 0, resume_at: after(checkPausesMs[0]) });
    } else {
      await fail(tenant, email, failure);
    }
  }

  async function send(attempt: Attempt): Promise<void> {
    const { tenant, email, connection, provider } = attempt;
    const opened = values(tenant, connection);
    // Stored before sending, so that a crash never leads to a second email.
    const isMine = await emails.change(tenant, email.id, ['queued'], {
      status: 'sending',
      resume_at: after(sendingMs),
    });
    if (!isMine) return;
    const { id, from, to, reply_to: replyTo, subject, text, html } = email;
    const record = { type: 'lead' as const, id: email.lead_id };
    const mail = { id, from, to, replyTo, subject, text: text ?? '', html, messageId: toMessageId(email), record };
    try {
      const request = createConnectionSend(context, tenant, connection.id, provider);
      await provider.email.send(request, opened, mail, tenant.mode);
    } catch (error) {
      if (!(error instanceof VendorFailure)) throw error;
      await afterFailure(attempt, error);
      return;
    }
    await end(tenant, email, { status: 'sent', sent_at: clock() });
  }

  /**
   * Finds out whether an email was sent. If the provider can't tell, the email becomes `unknown` and is never sent
   * again.
   */
  async function findOut({ tenant, email, connection, provider }: Attempt): Promise<void> {
    const { hasTaken } = provider.email;
    const next = checkPausesMs[email.attempts + 1];
    const unknown = { code: 'outcome_unknown' as const, message: 'The provider did not confirm the email.' };
    const giveUp = () => end(tenant, email, { status: 'unknown', error: unknown, sent_at: clock() });
    if (!hasTaken) return giveUp();
    const request = createConnectionSend(context, tenant, connection.id, provider);
    const record = { type: 'lead' as const, id: email.lead_id };
    const wait = (attempts: number, ms: number) =>
      emails.change(tenant, email.id, ['sending', 'unconfirmed'], {
        status: 'unconfirmed',
        attempts,
        resume_at: after(ms),
      });
    let isTaken: boolean;
    try {
      isTaken = await hasTaken(request, values(tenant, connection), { id: email.id, record });
    } catch (error) {
      if (!(error instanceof VendorFailure)) throw error;
      // The email may have been sent even if the provider can't be asked. So the provider is asked again, for a day.
      const isLate = clock().getTime() > email.created_at.getTime() + maxAskingMs;
      await (isLate ? giveUp() : wait(email.attempts, checkPausesMs[2]));
      return;
    }
    if (isTaken) return end(tenant, email, { status: 'sent', sent_at: clock() });
    if (next === undefined) return giveUp();
    await wait(email.attempts + 1, next);
  }

  /** Sends the email, or finds out whether it was sent. Resolves to the next run if the email must wait. */
  async function advance(attempt: Attempt): Promise<NextRun> {
    const { email, connection } = attempt;
    if (email.status === 'unconfirmed') await findOut(attempt);
    else if (email.status === 'sending') await findOut({ ...attempt, email: { ...email, attempts: -1 } });
    else if (connection.status === 'active') await send(attempt);
    else return { resume_at: after(inactivePauseMs) };
    return null;
  }

  async function run(tenant: Tenant, email: Email): Promise<NextRun> {
    const { status, is_told: isTold } = email;
    if (status === 'sent' || status === 'failed' || status === 'unknown') {
      if (isTold) return null;
      await tellSending(context, tenant, email);
      return { resume_at: getEmailExpiry(email), is_told: true, text: null };
    }
    const connection = await connections.get(tenant, email.connection_id);
    const provider = connection && providers[connection.provider];
    // The email then has a new version, so this time is not stored.
    const stored = { resume_at: email.resume_at };
    if (!connection || provider?.category !== 'email') {
      await fail(tenant, email, connectionDeleted);
      return stored;
    }
    return (await advance({ tenant, email, connection, provider })) ?? stored;
  }

  return createDeferredWorker<Email>({
    name: 'emails',
    intervalMs,
    maxBatch,
    maxWorkspaces,
    jobs: emails.jobs,
    clock,
    runtime,
    run: runEach(run, turnMs),
  });
}
