import { Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { DialogAct, DialogFrame } from './dialog-frame.tsx';
import { Failure } from './notice.tsx';

type ConfirmDialogProps = {
  title: string;
  children: ReactNode;
  act: { label: string; pendingLabel: string };
  mutation: { isPending: boolean; error: unknown };
  onConfirm: () => void;
  onClose: () => void;
};

export function ConfirmDialog({ title, children, act, mutation, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <DialogFrame title={title} role="alertdialog" onClose={onClose}>
      <Text>{children}</Text>
      <Failure of={mutation} fallback="Tente de novo em instantes." />
      <DialogAct
        onCancel={onClose}
        pending={mutation.isPending}
        pendingText={act.pendingLabel}
        colorPalette="negative"
        onClick={onConfirm}
      >
        {act.label}
      </DialogAct>
    </DialogFrame>
  );
}
