import { Box } from '@chakra-ui/react';
import { useBlocker } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import type { Move } from './use-move.ts';

export type FillProps<Draft, Found> = {
  draft: Draft;
  /** False for the form that the screen opens with. */
  takesFocus: boolean;
  /** Opens the summary; rejects if the later steps cannot be loaded. */
  onReview: (draft: Draft, found: Found) => Promise<void>;
};

type MoveFlowProps<Draft, Found, Receipt, Later> = {
  move: Move<Draft, Found, Receipt, Later>;
  /** Whether the flow is visible; a hidden tab must not block navigation. */
  open?: boolean;
  /** In a dialog, Escape and 'back' close it, unless a movement may be under way. */
  inDialog?: boolean;
  fill: (step: FillProps<Draft, Found>) => ReactNode;
  check: (step: { draft: Draft; found: Found; later: Later }) => ReactNode;
  receipt: (step: { draft: Draft; found: Found; receipt: Receipt; later: Later }) => ReactNode;
};

/** Renders the current step. Escape and 'back' return from the summary to the form. */
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
    disabled: !(inDialog ? move.isLocked : open && mayGoBack),
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
