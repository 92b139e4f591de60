import { useTenant } from '../../api/workspace.js';
import { FormModal } from '../../components/form-dialog.js';
import { FreshRecord } from '../../components/fresh-record.js';
import { WebhookForm, type WebhookFormProps } from './webhook-form.js';
import { getWebhooksKey, readWebhook } from './webhooks.js';

interface WebhookDialogProps extends Omit<WebhookFormProps, 'base'> {
  readonly opened: boolean;
  /** The webhook to change; a new one when absent. */
  readonly id?: string;
}

/** A new webhook, or changes of one. */
export function WebhookDialog({ opened, id, ...props }: WebhookDialogProps) {
  const tenant = useTenant();
  return (
    <FormModal
      opened={opened}
      onClose={props.onClose}
      title={id === undefined ? 'New webhook' : 'Change the webhook'}
      size="xl"
    >
      {id === undefined ? (
        <WebhookForm base={undefined} {...props} />
      ) : (
        <FreshRecord queryKey={[...getWebhooksKey(tenant), id, 'version']} read={() => readWebhook(tenant, id)}>
          {(base) => <WebhookForm base={base} {...props} />}
        </FreshRecord>
      )}
    </FormModal>
  );
}
