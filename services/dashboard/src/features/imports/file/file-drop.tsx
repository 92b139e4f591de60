import { ProblemText } from '../../../ui/feedback/problem-text.js';
import { DropArea } from '../../../ui/forms/drop-area.js';
import { acceptedExtensions } from './file-types.js';

interface FileDropProps {
  /** Name of the chosen file. */
  readonly name: string | undefined;
  readonly problem: string | undefined;
  readonly isDisabled: boolean;
  readonly onChoose: (file: File) => void;
}

/** Area on which a person can drop the file of an import. */
export function FileDrop({ name, problem, isDisabled, onChoose }: FileDropProps) {
  return (
    <>
      <DropArea
        label={name ?? 'Drop a file here, or choose one'}
        description={name === undefined ? 'CSV, Excel, JSON or XML, up to 200 MB' : 'Choose another file'}
        accept={acceptedExtensions}
        onChoose={([file]) => {
          if (file && !isDisabled) onChoose(file);
        }}
      />
      <ProblemText problem={problem} mt="xs" />
    </>
  );
}
