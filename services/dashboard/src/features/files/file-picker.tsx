import { Button, FileButton, Group } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { DropArea } from '../../ui/forms/drop-area.js';
import { useIsPhone } from '../../ui/page/use-is-phone.js';

interface FilePickerProps {
  readonly label: string;
  readonly description: string;
  readonly accept: string;
  readonly onChoose: (files: readonly File[]) => void;
}

/** Types that the API accepts. */
export const imageTypes = 'image/jpeg,image/png,image/webp,image/avif';
export const documentTypes = `${imageTypes},application/pdf,.docx,.xlsx,.pptx,.odt,.ods`;

/** Lets the person drop or choose files, or take a picture with a phone's camera. */
export function FilePicker({ onChoose, ...area }: FilePickerProps) {
  const isPhone = useIsPhone();
  return (
    <Group gap="xs" align="stretch" grow preventGrowOverflow={false}>
      <DropArea {...area} isMultiple onChoose={onChoose} />
      {isPhone ? (
        <FileButton
          accept={imageTypes}
          capture="environment"
          onChange={(file) => (file === null ? undefined : onChoose([file]))}
        >
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconCamera size={18} aria-hidden />}>
              Take a photo
            </Button>
          )}
        </FileButton>
      ) : null}
    </Group>
  );
}
