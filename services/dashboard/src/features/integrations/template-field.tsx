import { Button, Code, Group, NativeSelect, Stack, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readBody } from '../../api/client.js';
import { useTenant } from '../../api/workspace.js';
import { ProblemText } from '../../ui/feedback/problem-text.js';
import { events, includesEvent, isPublicEvent, type PublicEvent } from '../events/public-events.js';
import { type ChatKind, getIntegrationsKey } from './integration-queries.js';

interface TemplateFieldProps {
  readonly kind: ChatKind;
  /** Names and groups of the chosen events, or `*`. */
  readonly chosen: readonly string[];
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: unknown;
}

const debounceMs = 300;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function listPaths(path: string, value: unknown): string[] {
  if (!isObject(value)) return [path];
  return Object.entries(value).flatMap(([name, part]) => listPaths(`${path}.${name}`, part));
}

/** Lists the placeholders of an event, based on an example of the event's record. */
function listPlaceholders(event: string, record: unknown): string[] {
  const [kind = event] = event.split('.');
  return ['title', 'subject', 'event', 'timestamp', ...listPaths(kind, record)].map((name) => `{{${name}}}`);
}

function usePreview(kind: ChatKind, event: PublicEvent, template: string | null) {
  const tenant = useTenant();
  return useQuery({
    queryKey: [...getIntegrationsKey(tenant), 'preview', kind, event, template],
    queryFn: async () => {
      const body = { kind, event, template };
      return (await readBody(tenant.api.POST('/v1/integrations/preview', { body }))).data;
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });
}

/** Edits the message template, with placeholders to insert and a preview of an example message. */
export function TemplateField({ kind, chosen, value, onChange, error }: TemplateFieldProps) {
  const offered = events.map(({ name }) => name).filter((name) => includesEvent(chosen, name));
  const [picked, setPicked] = useState<string>();
  const event = isPublicEvent(picked) && offered.includes(picked) ? picked : (offered[0] ?? 'lead.created');
  const [template] = useDebouncedValue(value.trim(), debounceMs);
  const example = usePreview(kind, event, null);
  const preview = usePreview(kind, event, template === '' ? null : template);
  return (
    <Stack gap="xs">
      <Textarea
        label="Message"
        description="Leave this empty to send the title and the subject."
        placeholder="{{title}}: {{subject}}"
        autosize
        minRows={2}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        error={typeof error === 'string' ? error : undefined}
      />
      <Group gap={4} role="group" aria-label="Placeholders">
        {listPlaceholders(event, example.data?.data).map((name) => (
          <Button key={name} size="compact-xs" variant="default" onClick={() => onChange(`${value}${name}`)}>
            {name}
          </Button>
        ))}
      </Group>
      <NativeSelect
        label="Preview event"
        data={offered.length === 0 ? [event] : offered}
        value={event}
        onChange={({ currentTarget }) => setPicked(currentTarget.value)}
      />
      {preview.error ? (
        <ProblemText error={preview.error} />
      ) : (
        <Code block tabIndex={0} aria-label="Message preview">
          {preview.data?.text ?? '…'}
        </Code>
      )}
    </Stack>
  );
}
