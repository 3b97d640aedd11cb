import { CloseButton, Drawer, Portal } from '@chakra-ui/react';
import type { ReactNode } from 'react';

type SlideOverProps = { open: boolean; onOpenChange: (open: boolean) => void; children: ReactNode };

export function SlideOver({ open, onOpenChange, children }: SlideOverProps) {
  return (
    <Drawer.Root
      open={open}
      onOpenChange={(change) => onOpenChange(change.open)}
      placement="start"
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Drawer.Backdrop />
        <Drawer.Positioner>
          <Drawer.Content width="18rem" maxWidth="85vw" aria-label="Navegação">
            {children}
            <Drawer.CloseTrigger asChild top="3" insetEnd="3">
              <CloseButton
                aria-label="Fechar menu"
                size="md"
                color="serra.fg"
                _hover={{ bg: 'serra.active' }}
              />
            </Drawer.CloseTrigger>
          </Drawer.Content>
        </Drawer.Positioner>
      </Portal>
    </Drawer.Root>
  );
}
