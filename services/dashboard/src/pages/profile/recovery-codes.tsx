import { Alert, Button, Code, CopyButton, Group, Text } from '@mantine/core';
import { saveFile } from '../../api/save-file.js';

/** Recovery codes, which are shown this once. */
export function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  const text = codes.join('\n');
  return (
    <Alert color="green" title="Keep these recovery codes now" role="status">
      <Text size="sm" mb="sm">
        They are shown only this once. Each signs you in once, should you lose your authenticator app.
      </Text>
      <Code block>{text}</Code>
      <Group gap="xs" mt="sm">
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button size="xs" variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy the codes'}
            </Button>
          )}
        </CopyButton>
        <Button
          size="xs"
          variant="default"
          onClick={() => saveFile(new Blob([`${text}\n`]), 'plotline-recovery-codes.txt')}
        >
          Save as a file
        </Button>
      </Group>
    </Alert>
  );
}
