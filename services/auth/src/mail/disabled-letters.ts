import { type Letter, quoteName, quoteText } from './letter.js';

/** The delivery that has disabled a webhook or an integration, with what was answered last. */
interface Failure {
  /** The event whose delivery failed. */
  readonly event: string;
  readonly disabled_at: Date;
  readonly response_code: number | null;
  readonly error: string | null;
  /** The beginning of the answer; null when there was none, or when it may have personal data. */
  readonly response_body: string | null;
}

/** A webhook that failing deliveries have disabled. */
export interface DisabledWebhook extends Failure {
  readonly webhook_id: string;
  readonly host: string;
}

/** An integration that failing deliveries have disabled; one that mails digests has no host. */
export interface DisabledIntegration extends Failure {
  readonly integration_id: string;
  readonly name: string;
  readonly host: string | null;
}

function describeFailure(what: string, { event, disabled_at, error, response_body }: Failure, code: string): string[] {
  return [
    `${what}, was disabled on ${disabled_at.toISOString()}: a delivery of ${event} failed five times.`,
    `The last answer: ${code}${error === null ? '' : ` ${quoteText(error)}`}`,
    ...(response_body === null ? [] : [`It began: “${quoteText(response_body)}”`]),
  ];
}

function describeCode({ response_code }: Failure): string {
  return response_code === null ? 'no complete answer.' : `status ${response_code}.`;
}

const closing = ['You get this mail as an owner of the workspace.'];

/** To the owners of a workspace. */
export function writeWebhookDisabled(guideUrl: string, workspaceName: string, webhook: DisabledWebhook): Letter {
  const workspace = quoteName(workspaceName);
  const { webhook_id, host } = webhook;
  const what = `The webhook ${webhook_id} of the workspace ${workspace}, which posts to ${quoteName(host)}`;
  return {
    subject: `A webhook of ${workspace} was disabled`,
    paragraphs: [
      ...describeFailure(what, webhook, describeCode(webhook)),
      'Events are recorded meanwhile, for 30 days. When the receiver works again, activate the webhook and have them sent. How to:',
    ],
    link: { label: 'About webhooks', url: guideUrl },
    closing,
  };
}

/** To the owners of a workspace. */
export function writeIntegrationDisabled(url: string, workspaceName: string, integration: DisabledIntegration): Letter {
  const workspace = quoteName(workspaceName);
  const { name, host } = integration;
  const does = host === null ? 'which mails a digest' : `which posts to ${quoteName(host)}`;
  const what = `The integration “${quoteName(name)}” of the workspace ${workspace}, ${does}`;
  return {
    subject: `An integration of ${workspace} was disabled`,
    paragraphs: [
      ...describeFailure(what, integration, host === null ? 'not mailed.' : describeCode(integration)),
      'What it would have told is recorded meanwhile, for 30 days. When the cause is mended, turn it on again:',
    ],
    link: { label: 'Open the integration', url },
    closing,
  };
}
