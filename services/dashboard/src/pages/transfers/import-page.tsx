import { Button, Code, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useCan, useTenant } from '../../api/workspace.js';
import { DateTime } from '../../components/date-time.js';
import { isActiveJob } from '../../components/job-polling.js';
import { ImportOutcome } from './import-outcome.js';
import { type Import, importQuery } from './imports.js';
import { TransferPage } from './transfer-page.js';

function AgainButton({ id }: Import) {
  const [workspaceId, mode] = useTenant().key;
  return (
    <Button
      variant="default"
      renderRoot={(props) => (
        <Link to="/$workspaceId/$mode/transfers/new" params={{ workspaceId, mode }} search={{ again: id }} {...props} />
      )}
    >
      Send again
    </Button>
  );
}

function Choices({ mapping, mode, created_at, format }: Import) {
  const columns = Object.entries(mapping ?? {});
  return (
    <>
      <Text size="sm" c="dimmed">
        Begun <DateTime value={created_at} />, a file of {format === 'jsonl' ? 'JSON lines' : format.toUpperCase()}.{' '}
        {mode === 'upsert' ? 'Records that were there are updated.' : 'Every row is a new record.'}
      </Text>
      {columns.length === 0 ? null : (
        <Group gap="xs" mt="xs" mb="lg">
          {columns.map(([column, field]) => (
            <Code key={column}>
              {column} → {field}
            </Code>
          ))}
        </Group>
      )}
    </>
  );
}

/** One import: how far it is, and what became of its rows. */
export function ImportPage() {
  const tenant = useTenant();
  const { importId = '' } = useParams({ strict: false });
  const data = useQuery({ ...importQuery(tenant, importId), enabled: useCan('transfer') }).data?.data;
  const title = data === undefined ? 'Import' : `${data.dry_run ? 'Check' : 'Import'} of ${data.resource}`;
  return (
    <TransferPage title={title} actions={data && !isActiveJob(data.status) ? <AgainButton {...data} /> : null}>
      {data === undefined ? null : <Choices {...data} />}
      <ImportOutcome id={importId} />
    </TransferPage>
  );
}
