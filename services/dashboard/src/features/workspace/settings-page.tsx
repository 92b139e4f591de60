import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { readVersioned } from '../../api/versioned-record.js';
import { useCan, useMode, useTenant } from '../../api/workspace.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { Section } from '../../ui/page/section.js';
import { GroupPage } from '../navigation/group-page.js';
import { DeletionSection } from './deletion-section.js';
import { PlanLimits } from './plan-limits.js';
import { WorkspaceForm } from './workspace-form.js';

/** Settings of the workspace, its plan, and its deletion. */
export function SettingsPage() {
  const { auth, key } = useTenant();
  const mode = useMode();
  const mayAdminister = useCan('administer');
  const isOwner = useCan('own');
  const read = () => readVersioned(auth.GET('/auth/workspace'));
  const workspace = useQuery({
    queryKey: [...key, 'workspace'],
    queryFn: read,
    enabled: mayAdminister,
  });
  return (
    <GroupPage group="settings" title="Settings" description="Settings for everyone in this workspace">
      <Stack gap="md" maw={720}>
        <QueryState query={workspace}>
          {(versioned) => (
            <>
              <WorkspaceForm base={versioned} read={read} />
              <Section title="Plan and limits" description={`Requests by you and your software in ${mode} mode`}>
                <PlanLimits />
              </Section>
              {isOwner ? <DeletionSection request={versioned.record.deletion_request} /> : null}
            </>
          )}
        </QueryState>
      </Stack>
    </GroupPage>
  );
}
