import { useTenant } from '../../api/workspace.js';
import { FormModal } from '../../ui/dialogs/form-dialog.js';
import { FreshRecord } from '../../ui/forms/fresh-record.js';
import { AppForm, type AppFormProps } from './app-form.js';
import { type App, appsQuery, readApp } from './app-queries.js';

interface AppDialogProps extends Omit<AppFormProps, 'base'> {
  readonly opened: boolean;
  /** App to edit. Undefined to create one. */
  readonly app?: App;
}

/** Creates or edits an app. */
export function AppDialog({ opened, app, ...props }: AppDialogProps) {
  const tenant = useTenant();
  return (
    <FormModal opened={opened} onClose={props.onClose} title={app ? `Edit ${app.name}` : 'New app'} size="lg">
      {app ? (
        <FreshRecord queryKey={[...appsQuery(tenant).queryKey, app.id]} read={() => readApp(tenant, app.id)}>
          {(base) => <AppForm base={base} {...props} />}
        </FreshRecord>
      ) : (
        <AppForm base={undefined} {...props} />
      )}
    </FormModal>
  );
}
