import { type Letter, quoteName, quoteText } from './letter.js';

/** The failed delivery that disabled a webhook or integration, with the last response. */
interface Failure {
  /** Name of the event whose delivery failed. */
  readonly event: string;
  readonly disabled_at: Date;
  readonly response_code: number | null;
  readonly error: string | null;
  /** Start of the response body. Null without a response, or if the body may contain personal data. */
  readonly response_body: string | null;
}

/** A webhook disabled because of failed deliveries. */
export interface DisabledWebhook extends Failure {
  readonly webhook_id: string;
  readonly host: string;
}

/** An integration disabled because of failed deliveries. An email digest has no host. */
export interface DisabledIntegration extends Failure {
  readonly integration_id: string;
  readonly name: string;
  readonly host: string | null;
}

/** A connection whose credentials the vendor refuses. */
export interface ConnectionInNeed {
  readonly connection_id: string;
  readonly name: string;
  /** The vendor's refusal, in Plotline's words. */
  readonly message: string;
  readonly failed_at: Date;
}

function describeFailure(
  subscription: string,
  { event, disabled_at, error, response_body }: Failure,
  code: string,
): string[] {
  return [
    `${subscription} was disabled on ${disabled_at.toISOString()}, because a delivery of ${event} failed five times.`,
    `Last response: ${code}${error === null ? '' : ` ${quoteText(error)}`}`,
    ...(response_body === null ? [] : [`Response body: “${quoteText(response_body)}”`]),
  ];
}

function describeCode({ response_code }: Failure): string {
  return response_code === null ? 'no complete response.' : `status ${response_code}.`;
}

const closing = ['You receive this email as an owner of the workspace.'];

/** Writes the email to a workspace's owners about a disabled webhook. */
export function writeWebhookDisabled(guideUrl: string, workspaceName: string, webhook: DisabledWebhook): Letter {
  const workspace = quoteName(workspaceName);
  const { webhook_id, host } = webhook;
  const subscription = `The webhook ${webhook_id} in the workspace ${workspace} (${quoteName(host)})`;
  return {
    subject: `A webhook of ${workspace} was disabled`,
    paragraphs: [
      ...describeFailure(subscription, webhook, describeCode(webhook)),
      'We keep new events for 30 days. When your receiver works again, turn the webhook on and send the missed events. The guide explains how:',
    ],
    link: { label: 'About webhooks', url: guideUrl },
    closing,
  };
}

/** Writes the email to a workspace's owners about a connection that needs attention. */
export function writeNeedsAttention(url: string, workspaceName: string, connection: ConnectionInNeed): Letter {
  const workspace = quoteName(workspaceName);
  const { name, message, failed_at } = connection;
  return {
    subject: `A connection of ${workspace} needs attention`,
    paragraphs: [
      `The connection “${quoteName(name)}” in the workspace ${workspace} stopped on ${failed_at.toISOString()}.`,
      quoteText(message),
      'Renew its credentials, or enable it again once the cause is fixed:',
    ],
    link: { label: 'Open Plotline', url },
    closing,
  };
}

/** Writes the email to a workspace's owners about a disabled integration. */
export function writeIntegrationDisabled(url: string, workspaceName: string, integration: DisabledIntegration): Letter {
  const workspace = quoteName(workspaceName);
  const { name, host } = integration;
  const destination = host === null ? 'email digest' : quoteName(host);
  const subscription = `The integration “${quoteName(name)}” in the workspace ${workspace} (${destination})`;
  return {
    subject: `An integration of ${workspace} was disabled`,
    paragraphs: [
      ...describeFailure(subscription, integration, host === null ? 'email not sent.' : describeCode(integration)),
      'We keep new events for 30 days. When you have fixed the cause, turn the integration on again:',
    ],
    link: { label: 'Open the integration', url },
    closing,
  };
}
