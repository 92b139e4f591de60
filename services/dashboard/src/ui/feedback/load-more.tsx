import { Button, type ButtonProps, Center } from '@mantine/core';

interface LoadMoreProps extends Pick<ButtonProps, 'size'> {
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
  readonly label?: string;
}

/** A button that loads the next page of a list. Renders nothing after the last page. */
export function LoadMore({ query, label = 'Load more', size }: LoadMoreProps) {
  if (!query.hasNextPage) return null;
  return (
    <Center mt="md">
      <Button
        variant="default"
        size={size}
        loading={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        {label}
      </Button>
    </Center>
  );
}
