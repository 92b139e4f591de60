import { Button, Code, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { isActiveJob } from '../../api/job-polling.js';
import { useCan, useTenant } from '../../api/workspace.js';
import { DateTime } from '../../ui/format/date-time.js';
import { GroupPage } from '../navigation/group-page.js';
import { getFieldLabel } from './field-labels.js';
import { getFormatName } from './file/file-types.js';
import { ImportOutcome } from './import-outcome.js';
import { type Import, importQuery } from './import-queries.js';

function AgainButton({ id }: Import) {
  const [workspaceId, mode] = useTenant().key;
  return (
    <Button
      variant="default"
      renderRoot={(props) => (
        <Link to="/$workspaceId/$mode/transfers/new" params={{ workspaceId, mode }} search={{ again: id }} {...props} />
      )}
    >
      Import again
    </Button>
  );
}

function Choices({ mapping, mode, created_at, format }: Import) {
  // In XML files, the columns are the fields themselves.
  const columns = Object.entries(mapping ?? {}).filter(([column, field]) => column !== field);
  return (
    <>
      <Text size="sm" c="dimmed">
        Started <DateTime value={created_at} /> from a file in the format {getFormatName(format)}.{' '}
        {mode === 'upsert' ? 'Updates existing records.' : 'Creates a new record for every row.'}
      </Text>
      {columns.length === 0 ? null : (
        <Group gap="xs" mt="xs" mb="lg">
          {columns.map(([column, field]) => (
            <Code key={column}>
              {column} → {getFieldLabel(field)}
            </Code>
          ))}
        </Group>
      )}
    </>
  );
}

/** Page of an import with its options, progress and outcome. */
export function ImportPage() {
  const tenant = useTenant();
  const { importId = '' } = useParams({ strict: false });
  const data = useQuery({ ...importQuery(tenant, importId), enabled: useCan('transfer') }).data?.data;
  const title = data === undefined ? 'Import' : `${data.dry_run ? 'Check' : 'Import'} of ${data.resource}`;
  return (
    <GroupPage
      group="transfers"
      title={title}
      actions={data && !isActiveJob(data.status) ? <AgainButton {...data} /> : null}
    >
      {data === undefined ? null : <Choices {...data} />}
      <ImportOutcome key={importId} id={importId} />
    </GroupPage>
  );
}
