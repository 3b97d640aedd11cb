import { useEffect, useRef, useState } from 'react';
import { BACKGROUND_QUERY, type RouterOutputs, trpc } from '../trpc.ts';
import { usePolling } from '../ui/look-again.ts';

export type ExternalAccount = RouterOutputs['pix']['account'];
export type RequestedDocument = RouterOutputs['pix']['documents']['list']['documents'][number];

export function useExternalAccount() {
  const utils = trpc.useUtils();
  const [uploads, setUploads] = useState(0);
  const polling = usePolling();
  const account = trpc.pix.account.useQuery(undefined, {
    ...BACKGROUND_QUERY,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => polling(waitedFor(state.data?.status, uploads), state),
  });
  const documentsPolling = usePolling();
  const documents = trpc.pix.documents.list.useQuery(undefined, {
    ...BACKGROUND_QUERY,
    refetchOnMount: 'always',
    // After activation the provider needs some seconds to list the documents.
    refetchInterval: ({ state }) =>
      documentsPolling(
        account.data?.status === 'pending' && state.data?.documents.length === 0 ? 'documents' : null,
        state,
      ),
  });

  function refresh() {
    void account.refetch();
    void documents.refetch();
    // Other screens show the account's status.
    void utils.auth.me.invalidate();
  }

  /** Marks a document as sent, whether or not the list can be refetched. */
  function markSent(sentId: string) {
    utils.pix.documents.list.setData(
      undefined,
      (list) =>
        list && {
          ...list,
          documents: list.documents.map((one) => (one.id === sentId ? { ...one, status: 'PENDING' } : one)),
        },
    );
    setUploads((count) => count + 1);
    refresh();
  }

  const status = account.data?.status;
  const before = useRef(status);
  useEffect(() => {
    if (before.current !== undefined && before.current !== status) {
      void utils.auth.me.invalidate();
      void utils.pix.documents.list.invalidate();
    }
    before.current = status;
  }, [status, utils]);

  return { account, documents, refresh, markSent, isFetching: account.isFetching || documents.isFetching };
}

/** Names the awaited review; every upload starts a new one. Null if none is awaited. */
const waitedFor = (status: ExternalAccount['status'] | undefined, uploads: number): string | null =>
  status === 'awaiting_approval' || (uploads > 0 && status !== 'approved') ? `${status} ${uploads}` : null;
