import { useTenant } from '../../api/workspace.js';
import { FormModal } from '../../components/form-dialog.js';
import { FreshRecord } from '../../components/fresh-record.js';
import { IntegrationForm } from './integration-form.js';
import { type ChatKind, getIntegrationsKey, type Integration, readIntegration } from './integrations.js';

interface IntegrationDialogProps {
  readonly opened: boolean;
  /** The integration to change; a new one when absent. */
  readonly integration?: Integration;
  /** The chat of a new one. */
  readonly kind?: ChatKind;
  readonly onClose: () => void;
}

/** A new integration of a chat, or changes of one. */
export function IntegrationDialog({ opened, integration, kind, onClose }: IntegrationDialogProps) {
  const tenant = useTenant();
  return (
    <FormModal
      opened={opened}
      onClose={onClose}
      title={integration ? `Change ${integration.name}` : 'New integration'}
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
