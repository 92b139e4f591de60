import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { saveFile } from '../../../api/save-file.js';
import { useTenant } from '../../../api/workspace.js';
import { ProblemText } from '../../../ui/feedback/problem-text.js';
import { readTemplate } from '../import-fields.js';
import type { ImportResource } from '../import-queries.js';

const formats = [
  { format: 'csv', label: 'CSV template' },
  { format: 'xlsx', label: 'Excel template' },
] as const;

/** Buttons that download a file with all columns of the record type and one example. */
export function TemplateButtons({ resource }: { readonly resource: ImportResource }) {
  const tenant = useTenant();
  const download = useMutation({
    mutationFn: (format: 'csv' | 'xlsx') => readTemplate(tenant, resource, format),
    onSuccess: (file, format) => saveFile(file, `${resource}-template.${format}`),
  });
  return (
    <div>
      <Text size="sm" c="dimmed" mb={4}>
        No file yet? Start with a template. It has all columns and one example.
      </Text>
      <Group gap="xs">
        {formats.map(({ format, label }) => (
          <Button
            key={format}
            variant="default"
            size="xs"
            loading={download.isPending && download.variables === format}
            onClick={() => download.mutate(format)}
          >
            {label}
          </Button>
        ))}
      </Group>
      <ProblemText mt="xs" error={download.error} />
    </div>
  );
}
