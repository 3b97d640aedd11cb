import { Button, type ButtonProps, CloseButton, Dialog, Flex, Portal, Stack } from '@chakra-ui/react';
import { type ReactNode, useRef } from 'react';
import { useFocusBack } from './focus-back.ts';

type DialogFrameProps = {
  title: string;
  children: ReactNode;
  onClose: () => void;
  /** Only the dialog's own buttons close it, so that nothing is lost by accident. */
  locked?: boolean;
  role?: 'dialog' | 'alertdialog';
  /** md: a question or a few fields (default) · xl: a form */
  size?: 'md' | 'xl';
  /** The dialog holds nothing to lose, so a click outside closes it. */
  isLight?: boolean;
  /** A long dialog: focus starts at the top, not on the first field. */
  fromTop?: boolean;
};

/** Mount it when it opens; its buttons go in `DialogButtons`. */
export function DialogFrame({
  title,
  children,
  onClose,
  locked = false,
  role = 'dialog',
  size = 'md',
  isLight = false,
  fromTop = false,
}: DialogFrameProps) {
  const content = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root
      open
      role={role}
      placement="center"
      size={size}
      closeOnEscape={!locked}
      // An open menu closes first.
      onEscapeKeyDown={(event) => content.current?.querySelector('[role=menu]') && event.preventDefault()}
      closeOnInteractOutside={isLight}
      // The first field or the dialog itself, never the close button.
      initialFocusEl={() =>
        (fromTop ? null : content.current?.querySelector<HTMLElement>('input, select, textarea')) ??
        content.current
      }
      onOpenChange={({ open }) => !open && onClose()}
    >
      <Portal>
        <Dialog.Backdrop />
        {/* Centred by margins, so that the top of a tall dialog stays reachable. */}
        <Dialog.Positioner padding={{ base: '3', md: '6' }} alignItems="flex-start">
          <Dialog.Content ref={content} marginBlock="auto">
            <Dialog.Header paddingEnd="14">
              <Dialog.Title>{title}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body paddingBottom="6">
              <Stack gap="5">{children}</Stack>
            </Dialog.Body>
            {!locked && (
              <Dialog.CloseTrigger asChild top="3" insetEnd="3">
                <CloseButton aria-label="Fechar" size="lg" />
              </Dialog.CloseTrigger>
            )}
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

export function DialogButtons({ children }: { children: ReactNode }) {
  return (
    <Flex gap="3" justify="flex-end" wrap={{ base: 'wrap-reverse', sm: 'wrap' }}>
      {children}
    </Flex>
  );
}

type DialogActProps = Omit<ButtonProps, 'loading' | 'loadingText'> & {
  onCancel: () => void;
  cancel?: string;
  pending?: boolean;
  pendingText?: string;
};

/** A cancel button and the action button, which submits the surrounding form unless it has an `onClick`. */
export function DialogAct({
  onCancel,
  cancel = 'Cancelar',
  pending = false,
  pendingText,
  ...act
}: DialogActProps) {
  const button = useFocusBack(pending);
  return (
    <DialogButtons>
      <Button variant="outline" onClick={onCancel} disabled={pending}>
        {cancel}
      </Button>
      <Button
        ref={button}
        type={act.onClick ? 'button' : 'submit'}
        loading={pending}
        loadingText={pendingText}
        {...act}
      />
    </DialogButtons>
  );
}
