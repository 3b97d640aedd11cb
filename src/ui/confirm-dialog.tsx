import { Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { DialogAct, DialogFrame } from './dialog-frame.tsx';
import { Failure } from './notice.tsx';

type ConfirmDialogProps = {
  title: string;
  children: ReactNode;
  /** A second paragraph. */
  more?: ReactNode;
  act: { label: string; pendingLabel: string };
  role?: 'dialog' | 'alertdialog';
  palette?: 'brand' | 'negative';
  mutation: { isPending: boolean; error: unknown };
  /** Shown if the server gives no reason. */
  fallback?: string;
  /** The dialog cannot be closed while the mutation is pending. */
  isLocked?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

export function ConfirmDialog({ title, children, act, mutation, ...props }: ConfirmDialogProps) {
  const { more, palette = 'negative', fallback = 'Tente de novo em instantes.', isLocked = false } = props;
  return (
    <DialogFrame
      title={title}
      role={props.role ?? 'alertdialog'}
      locked={isLocked && mutation.isPending}
      onClose={props.onClose}
    >
      <Text>{children}</Text>
      {more && <Text>{more}</Text>}
      <Failure role="alert" of={mutation} fallback={fallback} />
      <DialogAct
        onCancel={props.onClose}
        pending={mutation.isPending}
        pendingText={act.pendingLabel}
        colorPalette={palette}
        onClick={props.onConfirm}
      >
        {act.label}
      </DialogAct>
    </DialogFrame>
  );
}
