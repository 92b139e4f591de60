import { Button, Code, Group, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../api/client.js';
import { toWords } from '../../api/problem.js';
import { useTenant } from '../../api/workspace.js';
import { events, isPublicEvent, type PublicEvent } from '../../components/events.js';
import { type ChatKind, getIntegrationsKey } from './integrations.js';

interface TemplateFieldProps {
  readonly kind: ChatKind;
  /** The events that are chosen, or `*`. */
  readonly chosen: readonly string[];
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: unknown;
}

const settleMs = 300;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function listPaths(path: string, value: unknown): string[] {
  if (!isObject(value)) return [path];
  return Object.entries(value).flatMap(([name, part]) => listPaths(`${path}.${name}`, part));
}

/** The names that a template may use for an event, by an example of the event's record. */
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
      return (await answerOf(tenant.api.POST('/v1/integrations/preview', { body }))).data;
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });
}

/** The template of the messages, the names that it may use, and the message that it makes of an example. */
export function TemplateField({ kind, chosen, value, onChange, error }: TemplateFieldProps) {
  const offered = events.map(({ name }) => name).filter((name) => chosen.includes('*') || chosen.includes(name));
  const [picked, setPicked] = useState<string>();
  const event = isPublicEvent(picked) && offered.includes(picked) ? picked : (offered[0] ?? 'lead.created');
  const [template] = useDebouncedValue(value.trim(), settleMs);
  const example = usePreview(kind, event, null);
  const preview = usePreview(kind, event, template === '' ? null : template);
  return (
    <Stack gap="xs">
      <Textarea
        label="Message"
        description="Empty: the title and what it is about."
        placeholder="{{title}}: {{subject}}"
        autosize
        minRows={2}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        error={typeof error === 'string' ? error : undefined}
      />
      <Group gap={4} role="group" aria-label="Names to insert">
        {listPlaceholders(event, example.data?.data).map((name) => (
          <Button key={name} size="compact-xs" variant="default" onClick={() => onChange(`${value}${name}`)}>
            {name}
          </Button>
        ))}
      </Group>
      <NativeSelect
        label="Show the message of"
        data={offered.length === 0 ? [event] : offered}
        value={event}
        onChange={({ currentTarget }) => setPicked(currentTarget.value)}
      />
      {preview.error ? (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {toWords(preview.error)}
        </Text>
      ) : (
        <Code block tabIndex={0} aria-label="Preview of the message">
          {preview.data?.text ?? '…'}
        </Code>
      )}
    </Stack>
  );
}
