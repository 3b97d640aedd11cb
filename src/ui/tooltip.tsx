import { Tooltip as ChakraTooltip, Portal } from '@chakra-ui/react';
import type { ReactNode } from 'react';

const OPEN_DELAY_MS = 700;

type TooltipProps = {
  content: ReactNode;
  /** One element that can take the focus. */
  children: ReactNode;
  placement?: 'top' | 'right' | 'bottom' | 'left';
  disabled?: boolean;
};

/** A short explanation after 700 ms of hovering, or on focus. It is never the only carrier of anything. */
export function Tooltip({ content, children, placement = 'top', disabled = false }: TooltipProps) {
  return (
    <ChakraTooltip.Root
      openDelay={OPEN_DELAY_MS}
      closeDelay={0}
      disabled={disabled}
      positioning={{ placement }}
    >
      <ChakraTooltip.Trigger asChild>{children}</ChakraTooltip.Trigger>
      <Portal>
        <ChakraTooltip.Positioner>
          <ChakraTooltip.Content>{content}</ChakraTooltip.Content>
        </ChakraTooltip.Positioner>
      </Portal>
    </ChakraTooltip.Root>
  );
}
