import { CloseButton, Dialog, Flex, Portal, Stack } from '@chakra-ui/react';
import { type ReactNode, useRef } from 'react';

type DialogFrameProps = {
  title: string;
  children: ReactNode;
  onClose: () => void;
  /** What is shown may not be lost by a slip: only its own buttons close it. */
  locked?: boolean;
  /** `alertdialog` for what cannot be taken back. */
  role?: 'dialog' | 'alertdialog';
  /** md for a question or a few fields (the default), xl for a whole form. */
  size?: 'md' | 'xl';
  /** So long that it begins at its top, not at its first field. */
  fromTop?: boolean;
};

/** An open dialog, to be mounted when it opens; whole on narrow screens. Its buttons stand in `DialogButtons`. */
export function DialogFrame({
  title,
  children,
  onClose,
  locked = false,
  role = 'dialog',
  size = 'md',
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
      closeOnInteractOutside={false}
      // The first field, or the dialog itself: never its close button.
      initialFocusEl={() =>
        (fromTop ? null : content.current?.querySelector<HTMLElement>('input, select, textarea')) ??
        content.current
      }
      onOpenChange={({ open }) => !open && onClose()}
    >
      <Portal>
        <Dialog.Backdrop />
        {/* Centred by its margins: what is taller than the window must be reachable from its top. */}
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

/** The buttons at the foot of a dialog, the one that acts last. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return (
    <Flex gap="3" justify="flex-end" wrap={{ base: 'wrap-reverse', sm: 'wrap' }}>
      {children}
    </Flex>
  );
}
