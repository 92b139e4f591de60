import { Code, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { readBody } from '../../api/client.js';
import { useTenant } from '../../api/workspace.js';
import { ProblemText } from '../../ui/feedback/problem-text.js';
import { toEventChoices } from '../events/public-events.js';
import type { NewDigestSchedule } from './digest-schedule.js';
import { getIntegrationsKey } from './integration-queries.js';

interface DigestPreviewProps {
  readonly name: string;
  readonly events: readonly string[];
  readonly schedule: NewDigestSchedule;
}

const debounceMs = 300;

/** Previews a digest with an example of each of its events. */
export function DigestPreview({ name, events, schedule }: DigestPreviewProps) {
  const tenant = useTenant();
  const [title] = useDebouncedValue(name.trim(), debounceMs);
  const body = {
    kind: 'mail_digest',
    template: null,
    ...(title === '' ? {} : { name: title }),
    events: toEventChoices(events),
    schedule,
  } as const;
  const preview = useQuery({
    queryKey: [...getIntegrationsKey(tenant), 'preview', body],
    queryFn: async () => (await readBody(tenant.api.POST('/v1/integrations/preview', { body }))).data,
    enabled: events.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });
  const text = preview.data?.text ?? 'Choose events to see a preview.';
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500}>
        Preview
      </Text>
      {preview.error ? (
        <ProblemText error={preview.error} />
      ) : (
        <Code block tabIndex={0} aria-label="Email preview">
          {text}
        </Code>
      )}
    </Stack>
  );
}
