import { useTenant } from '../../api/workspace.js';
import { FormModal } from '../../ui/dialogs/form-dialog.js';
import { FreshRecord } from '../../ui/forms/fresh-record.js';
import { DigestForm } from './digest-form.js';
import { getIntegrationsKey, type Integration, readIntegration } from './integration-queries.js';

interface DigestDialogProps {
  readonly opened: boolean;
  /** Digest to edit. Undefined to create one. */
  readonly digest?: Integration;
  readonly onClose: () => void;
}

/** Creates or edits a digest. */
export function DigestDialog({ opened, digest, onClose }: DigestDialogProps) {
  const tenant = useTenant();
  return (
    <FormModal opened={opened} onClose={onClose} title={digest ? `Edit ${digest.name}` : 'New email digest'} size="xl">
      {digest ? (
        <FreshRecord
          queryKey={[...getIntegrationsKey(tenant), digest.id, 'version']}
          read={() => readIntegration(tenant, digest.id)}
        >
          {(base) => <DigestForm base={base} onClose={onClose} />}
        </FreshRecord>
      ) : (
        <DigestForm base={undefined} onClose={onClose} />
      )}
    </FormModal>
  );
}
