import { Box } from '@chakra-ui/react';
import { useBlocker } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import type { Move } from './use-move.ts';

/** What a form that asks what to move is given. */
export type FillProps<Draft, Found> = {
  draft: Draft;
  /** The form that the screen opens with leaves the focus where it is. */
  takesFocus: boolean;
  /** Opens the summary; fails when the later steps cannot be loaded. */
  onReview: (draft: Draft, found: Found) => Promise<void>;
};

type MoveFlowProps<Draft, Found, Receipt, Later> = {
  move: Move<Draft, Found, Receipt, Later>;
  /** Whether the flow is in sight; a hidden tab does not hold the browser's way back. */
  open?: boolean;
  /** In a dialog Escape and the browser's way back close it, unless its money may be on its way. */
  inDialog?: boolean;
  fill: (step: FillProps<Draft, Found>) => ReactNode;
  check: (step: { draft: Draft; found: Found; later: Later }) => ReactNode;
  receipt: (step: { draft: Draft; found: Found; receipt: Receipt; later: Later }) => ReactNode;
};

/** The open step of three. Escape and the browser's way back lead from the summary to the form, as it was filled in. */
export function MoveFlow<Draft, Found, Receipt, Later>({
  move,
  open = true,
  inDialog = false,
  fill,
  check,
  receipt,
}: MoveFlowProps<Draft, Found, Receipt, Later>) {
  const { flow, later, starts } = move;
  const mayGoBack = flow.step === 'check' && !move.isUnknown;
  useBlocker({
    disabled: !(inDialog ? move.isKept : open && mayGoBack),
    enableBeforeUnload: false,
    shouldBlockFn: ({ action }) => {
      if (action !== 'BACK') return false;
      move.back();
      return true;
    },
  });

  const step = (
    <>
      {flow.step === 'fill' && (
        <Fragment key={starts}>
          {fill({ draft: flow.draft, takesFocus: starts > 0, onReview: move.review })}
        </Fragment>
      )}
      {flow.step === 'check' && check({ ...flow, later })}
      {flow.step === 'receipt' && receipt({ ...flow, later })}
    </>
  );
  if (inDialog) return step;
  return <Box onKeyDown={({ key }) => key === 'Escape' && mayGoBack && move.back()}>{step}</Box>;
}
