import { useTenant } from '../../api/workspace.js';
import { FormModal } from '../../components/form-dialog.js';
import { FreshRecord } from '../../components/fresh-record.js';
import { AppForm, type AppFormProps } from './app-form.js';
import { type App, appsQuery, readApp } from './apps.js';

interface AppDialogProps extends Omit<AppFormProps, 'base'> {
  readonly opened: boolean;
  /** The app to change, as a list showed it; a new one when absent. */
  readonly app?: App;
}

/** A new app, or changes of one. */
export function AppDialog({ opened, app, ...props }: AppDialogProps) {
  const tenant = useTenant();
  return (
    <FormModal opened={opened} onClose={props.onClose} title={app ? `Change ${app.name}` : 'New app'} size="lg">
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
