import { useEffect, useRef, useState } from 'react';
import { QUIETLY, type RouterOutputs, trpc } from '../trpc.ts';
import { useLookAgain } from '../ui/look-again.ts';

export type ExternalAccount = RouterOutputs['pix']['account'];
export type RequestedDocument = RouterOutputs['pix']['documents']['list']['documents'][number];

/** The account at the provider and the documents it asks for, asked for anew each time one comes here. */
export function useExternalAccount() {
  const utils = trpc.useUtils();
  const [sendings, setSendings] = useState(0);
  const lookAgain = useLookAgain();
  const account = trpc.pix.account.useQuery(undefined, {
    ...QUIETLY,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => lookAgain(waitedFor(state.data?.status, sendings), state),
  });
  const lookForDocuments = useLookAgain();
  const documents = trpc.pix.documents.list.useQuery(undefined, {
    ...QUIETLY,
    refetchOnMount: 'always',
    // The provider takes some seconds after the activation to say what it wants.
    refetchInterval: ({ state }) =>
      lookForDocuments(
        account.data?.status === 'pending' && state.data?.documents.length === 0 ? 'documents' : null,
        state,
      ),
  });

  function refresh() {
    void account.refetch();
    void documents.refetch();
    // What the rest of the portal knows of the account.
    void utils.auth.me.invalidate();
  }

  /** A document that was taken is on its way into the review, whether or not the list can be had again just now. */
  function takeSent(sentId: string) {
    utils.pix.documents.list.setData(
      undefined,
      (list) =>
        list && {
          ...list,
          documents: list.documents.map((one) => (one.id === sentId ? { ...one, status: 'PENDING' } : one)),
        },
    );
    setSendings((count) => count + 1);
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

  return { account, documents, refresh, takeSent, isFetching: account.isFetching || documents.isFetching };
}

/** The review that is under way, or that what was just sent (`sendings` in all) sets going; null when nothing is waited for. */
const waitedFor = (status: ExternalAccount['status'] | undefined, sendings: number): string | null =>
  status === 'awaiting_approval' || (sendings > 0 && status !== 'approved') ? `${status} ${sendings}` : null;
