import { useTenant } from '../../api/workspace.js';
import { FormModal } from '../../ui/dialogs/form-dialog.js';
import { FreshRecord } from '../../ui/forms/fresh-record.js';
import { IntegrationForm } from './integration-form.js';
import { type ChatKind, getIntegrationsKey, type Integration, readIntegration } from './integration-queries.js';

interface IntegrationDialogProps {
  readonly opened: boolean;
  /** Integration to edit. Undefined to create one. */
  readonly integration?: Integration;
  /** Chat that a new integration posts to. */
  readonly kind?: ChatKind;
  readonly onClose: () => void;
}

/** Creates or edits a chat integration. */
export function IntegrationDialog({ opened, integration, kind, onClose }: IntegrationDialogProps) {
  const tenant = useTenant();
  return (
    <FormModal
      opened={opened}
      onClose={onClose}
      title={integration ? `Edit ${integration.name}` : 'New integration'}
      size="xl"
    >
      {integration ? (
        <FreshRecord
          queryKey={[...getIntegrationsKey(tenant), integration.id, 'version']}
          read={() => readIntegration(tenant, integration.id)}
        >
          {(base) => <IntegrationForm base={base} onClose={onClose} />}
        </FreshRecord>
      ) : (
        <IntegrationForm base={undefined} kind={kind} onClose={onClose} />
      )}
    </FormModal>
  );
}
