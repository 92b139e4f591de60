import { useTenant } from '../../api/workspace.js';
import { FormModal } from '../../ui/dialogs/form-dialog.js';
import { FreshRecord } from '../../ui/forms/fresh-record.js';
import { WebhookForm, type WebhookFormProps } from './webhook-form.js';
import { getWebhooksKey, readWebhook } from './webhook-queries.js';

interface WebhookDialogProps extends Omit<WebhookFormProps, 'base'> {
  readonly opened: boolean;
  /** Webhook to edit. Undefined to create one. */
  readonly id?: string;
}

/** Creates or edits a webhook. */
export function WebhookDialog({ opened, id, ...props }: WebhookDialogProps) {
  const tenant = useTenant();
  return (
    <FormModal
      opened={opened}
      onClose={props.onClose}
      title={id === undefined ? 'New webhook' : 'Edit webhook'}
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
