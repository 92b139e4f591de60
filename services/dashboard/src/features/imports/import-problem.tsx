import { Alert, Text } from '@mantine/core';
import { explainImportProblem } from './explain-problem.js';

/** Explains why a file or its options were rejected. */
export function ImportProblem({ error }: { readonly error: unknown }) {
  return (
    <Alert color="red" title="This file can't be imported" role="alert">
      {explainImportProblem(error).map((sentence) => (
        <Text size="sm" key={sentence}>
          {sentence}
        </Text>
      ))}
    </Alert>
  );
}
