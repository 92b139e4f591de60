import { Alert, NativeSelect } from '@mantine/core';
import { listCharsets } from './file-charset.js';
import type { Charset } from './open-file.js';

interface CharsetSelectProps {
  readonly charset: Charset;
  readonly onChange: (name: string) => void;
}

/**
 * Asks for the character set of a file that is not UTF-8 and doesn't name its own. A guess is used only if the person
 * confirms it.
 */
export function CharsetSelect({ charset: { name, isGuess }, onChange }: CharsetSelectProps) {
  if (!isGuess) return null;
  return (
    <Alert color="blue" title="Check the letters">
      <NativeSelect
        label="Character set of the file"
        description="We guessed it. If letters look wrong in the first values, choose another one."
        value={name}
        data={[...listCharsets(name)]}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </Alert>
  );
}
