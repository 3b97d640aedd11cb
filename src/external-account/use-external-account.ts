import { useEffect, useRef } from 'react';
import { QUIETLY, type RouterOutputs, trpc } from '../trpc.ts';

export type ExternalAccount = RouterOutputs['pix']['account'];
export type RequestedDocument = RouterOutputs['pix']['documents']['list']['documents'][number];

/** How often the account is asked for by itself while it is looked at, and how many times: not for ever, nobody may be there. */
const PAUSE_MS = 5000;
const LOOKS = 24;

/** The account at the provider and the documents it asks for, asked for anew each time one comes here. */
export function useExternalAccount() {
  const utils = trpc.useUtils();
  const account = trpc.pix.account.useQuery(undefined, {
    ...QUIETLY,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      state.data?.status === 'awaiting_approval' && state.dataUpdateCount < LOOKS ? PAUSE_MS : false,
  });
  const documents = trpc.pix.documents.list.useQuery(undefined, { refetchOnMount: 'always' });

  function refresh() {
    void account.refetch();
    void documents.refetch();
    // What the rest of the portal knows of the account.
    void utils.auth.me.invalidate();
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

  return { account, documents, refresh, isFetching: account.isFetching || documents.isFetching };
}
