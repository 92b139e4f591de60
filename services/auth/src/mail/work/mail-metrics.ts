import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { Measurement } from '@plotline/kit/telemetry/metrics';
import { Counter } from 'prom-client';
import type { Mails } from '../store/mails.js';

/**
 * Outcome of an attempt to send an email. `refused`: the mail server never accepts it. `expired`: nobody needs it any
 * more.
 */
export type MailOutcome = 'sent' | 'failed' | 'refused' | 'expired';

/** Counts an attempt to send an email by its outcome. */
export type CountMail = (outcome: MailOutcome) => void;

/** Counts the attempts of this process to send emails. */
export function createMailCounter({ metrics }: Pick<ServiceRuntime, 'metrics'>): CountMail {
  const attempts = new Counter({
    name: 'plotline_mail_attempts_total',
    help: 'Attempts to send a mail by outcome.',
    labelNames: ['outcome'],
    registers: [metrics.registry],
  });
  return (outcome) => attempts.inc({ outcome });
}

/** Registers the metrics of the email queue, which are the same in every process. */
export function registerMailMetrics(
  { metrics, log, clock }: Pick<ServiceRuntime, 'metrics' | 'log' | 'clock'>,
  mails: Pick<Mails, 'countQueued' | 'findDueSince'>,
): void {
  const measurement = new Measurement({
    subject: 'mails',
    log,
    measure: async () => {
      queued.set(await mails.countQueued());
      const dueSince = await mails.findDueSince();
      oldest.set(dueSince ? (clock().getTime() - dueSince.getTime()) / 1_000 : 0);
    },
  });
  const add = (name: string, help: string) => measurement.addGauge(metrics.registry, name, help, []);
  const queued = add('plotline_mails_queued', 'Mails that were not sent yet, up to 10,000.');
  const oldest = add(
    'plotline_mails_oldest_due_seconds',
    'Time for which the oldest due mail has waited for a process.',
  );
}
