import { Alert, Button, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { DialogButtons, DialogFrame } from './dialog-frame.tsx';
import { failureText } from './failure-text.ts';

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
      {mutation.error !== null && (
        <Alert.Root status="error">
          <Alert.Indicator />
          <Alert.Title>{failureText(mutation.error, 'Tente de novo em instantes.')}</Alert.Title>
        </Alert.Root>
      )}
      <DialogButtons>
        <Button variant="outline" onClick={onClose} disabled={mutation.isPending}>
          Cancelar
        </Button>
        <Button
          colorPalette="negative"
          loading={mutation.isPending}
          loadingText={act.pendingLabel}
          onClick={onConfirm}
        >
          {act.label}
        </Button>
      </DialogButtons>
    </DialogFrame>
  );
}
