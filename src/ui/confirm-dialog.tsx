import { Button, Dialog, Portal } from '@chakra-ui/react';
import type { ReactNode } from 'react';

type ConfirmDialogProps = {
  open: boolean;
  title: string;
  children: ReactNode;
  /** The button says the act: "Encerrar sessão", not "OK". */
  confirmLabel: string;
  onConfirm: () => void;
  onCancel: () => void;
  pending?: boolean;
  /** For what cannot be taken back. */
  destructive?: boolean;
};

/** Asks before something is done; cannot be closed while it is being done. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    title,
    children,
    confirmLabel,
    onConfirm,
    onCancel,
    pending = false,
    destructive = false,
  } = props;
  return (
    <Dialog.Root
      role="alertdialog"
      placement="center"
      open={open}
      onOpenChange={(change) => {
        if (!change.open && !pending) onCancel();
      }}
      closeOnEscape={!pending}
      closeOnInteractOutside={!pending}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner padding="4">
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title>{title}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body>{children}</Dialog.Body>
            <Dialog.Footer flexWrap="wrap">
              <Button variant="outline" onClick={onCancel} disabled={pending}>
                Cancelar
              </Button>
              <Button colorPalette={destructive ? 'negative' : 'brand'} onClick={onConfirm} loading={pending}>
                {confirmLabel}
              </Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
