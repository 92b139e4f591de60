import { List } from '@mantine/core';

/** Lists what an app may do, one line per scope. */
export function ScopeList({
  scopes,
}: {
  readonly scopes: readonly { readonly name: string; readonly description: string }[];
}) {
  return (
    <List size="sm" listStyleType="none">
      {scopes.map(({ name, description }) => (
        <List.Item key={name}>{description}</List.Item>
      ))}
    </List>
  );
}
