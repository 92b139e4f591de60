import { Button, type ButtonProps } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { saveFile } from '../../api/save-file.js';
import { showErrorToast } from '../feedback/toast.js';

interface DownloadButtonProps extends Pick<ButtonProps, 'size'> {
  readonly label: string;
  /** Accessible name that distinguishes buttons with the same label, such as `Download INV-000042`. */
  readonly name?: string;
  readonly fileName: string;
  readonly read: () => Promise<Blob>;
}

/** A button that downloads a file from the API. */
export function DownloadButton({ label, name, fileName, read, size = 'xs' }: DownloadButtonProps) {
  const download = useMutation({
    mutationFn: read,
    onSuccess: (file) => saveFile(file, fileName),
    onError: showErrorToast("The file wasn't downloaded"),
  });
  return (
    <Button
      size={size}
      variant="default"
      loading={download.isPending}
      aria-label={name}
      onClick={() => download.mutate()}
    >
      {label}
    </Button>
  );
}
