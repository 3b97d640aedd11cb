import { Button, Flex } from '@chakra-ui/react';
import { ErrorState } from './error-state.tsx';
import type { PagedQuery } from './paged-list.tsx';

/** The button for the next page, or why it failed; nothing after the last page. */
export function MorePages({ query }: { query: PagedQuery }) {
  if (query.isFetchNextPageError && !query.isFetchingNextPage)
    return (
      <ErrorState
        title="Não foi possível carregar mais"
        error={query.error}
        onRetry={() => void query.fetchNextPage?.()}
      />
    );
  if (!query.hasNextPage) return null;
  return (
    <Flex>
      <Button
        variant="outline"
        loading={query.isFetchingNextPage === true}
        loadingText="Carregando…"
        onClick={() => void query.fetchNextPage?.()}
      >
        Carregar mais
      </Button>
    </Flex>
  );
}
