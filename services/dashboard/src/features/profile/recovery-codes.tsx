import { Alert, Button, Code, CopyButton, Group, Text } from '@mantine/core';
import { saveFile } from '../../api/save-file.js';

/** Shows new recovery codes. The API returns them only once. */
export function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  const text = codes.join('\n');
  return (
    <Alert color="green" title="Save these recovery codes now" role="status">
      <Text size="sm" mb="sm">
        We won't show them again. If you lose your authenticator app, each code signs you in once.
      </Text>
      <Code block>{text}</Code>
      <Group gap="xs" mt="sm">
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button size="xs" variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy codes'}
            </Button>
          )}
        </CopyButton>
        <Button
          size="xs"
          variant="default"
          onClick={() => saveFile(new Blob([`${text}\n`]), 'plotline-recovery-codes.txt')}
        >
          Download
        </Button>
      </Group>
    </Alert>
  );
}
