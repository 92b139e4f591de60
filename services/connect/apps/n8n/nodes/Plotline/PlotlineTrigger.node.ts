import {
  type IHookFunctions,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
  NodeConnectionTypes,
} from 'n8n-workflow';
import { sendRequest } from './request';
import { isGenuine } from './signature';

const choices = [
  { name: 'Any Deal Event', value: 'deal.*' },
  { name: 'Any Hold Event', value: 'hold.*' },
  { name: 'Any Invoice Event', value: 'invoice.*' },
  { name: 'Any Lead Event', value: 'lead.*' },
  { name: 'Any Payment Event', value: 'payment.*' },
  { name: 'Any Property Event', value: 'property.*' },
  { name: 'Any Task Event', value: 'task.*' },
  { name: 'Any Unit Event', value: 'unit.*' },
  { name: 'Deposit Paid', value: 'hold.deposit_paid' },
  { name: 'Hold Created', value: 'hold.created' },
  { name: 'Invoice Paid', value: 'invoice.paid' },
  { name: 'Lead Created', value: 'lead.created' },
  { name: 'Lead Lost', value: 'lead.lost' },
  { name: 'Lead Moved', value: 'lead.stage_changed' },
  { name: 'Lead Updated', value: 'lead.updated' },
  { name: 'Lead Won', value: 'lead.won' },
  { name: 'Unit Sold', value: 'unit.sold' },
];

/**
 * Node that starts a workflow when an event happens. It receives events through a webhook, which exists while the
 * workflow is active.
 */
export class PlotlineTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Plotline Trigger',
    name: 'plotlineTrigger',
    icon: { light: 'file:plotline.svg', dark: 'file:plotline.dark.svg' },
    group: ['trigger'],
    version: 1,
    subtitle: '={{$parameter["events"].join(", ")}}',
    description: 'Starts the workflow when a lead, unit, hold or deal changes',
    defaults: { name: 'Plotline Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'plotlineApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook', rawBody: true }],
    properties: [
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        required: true,
        options: choices,
        default: ['lead.created'],
        description: 'The events that start the workflow',
      },
    ],
  };

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const { webhookId } = this.getWorkflowStaticData('node');
        if (typeof webhookId !== 'string') return false;
        const url = this.getNodeWebhookUrl('default');
        const found = await sendRequest(this, { method: 'GET', path: '/webhooks', qs: { per_page: 100 } });
        const webhooks = Array.isArray(found) ? found : [];
        const known = webhooks.find((webhook) => webhook['id'] === webhookId && webhook['url'] === url);
        // Plotline disables a webhook that has failed for a day, for example while n8n was down.
        if (known && known['active'] !== true) {
          await sendRequest(this, { method: 'PUT', path: `/webhooks/${webhookId}`, body: { active: true } });
        }
        return known !== undefined;
      },

      async create(this: IHookFunctions): Promise<boolean> {
        const events: unknown = this.getNodeParameter('events');
        const body = { url: this.getNodeWebhookUrl('default') ?? '', events: Array.isArray(events) ? events : [] };
        const webhook = await sendRequest(this, { method: 'POST', path: '/webhooks', body });
        if (Array.isArray(webhook) || typeof webhook['id'] !== 'string') return false;
        const data = this.getWorkflowStaticData('node');
        data['webhookId'] = webhook['id'];
        data['secret'] = webhook['secret'];
        return true;
      },

      async delete(this: IHookFunctions): Promise<boolean> {
        const data = this.getWorkflowStaticData('node');
        if (typeof data['webhookId'] !== 'string') return true;
        try {
          await sendRequest(this, { method: 'DELETE', path: `/webhooks/${encodeURIComponent(data['webhookId'])}` });
        } catch (error) {
          const message = error instanceof Error ? error.message : String(error);
          this.logger.warn(`The webhook of Plotline was not deleted: ${message}`);
          return false;
        }
        delete data['webhookId'];
        delete data['secret'];
        return true;
      },
    },
  };

  /** Starts the workflow with a signed event. Answers 401 to requests without a valid signature. */
  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const { secret } = this.getWorkflowStaticData('node');
    const body = this.getRequestObject().rawBody;
    const request = { headers: this.getHeaderData(), body };
    if (typeof secret !== 'string' || !isGenuine(request, secret, Date.now() / 1_000)) {
      this.getResponseObject().status(401).json({ message: 'The request was not signed by Plotline.' });
      return { noWebhookResponse: true };
    }
    return { workflowData: [this.helpers.returnJsonArray(this.getBodyData())] };
  }
}
