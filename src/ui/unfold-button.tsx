import { Button, type ButtonProps, chakra } from '@chakra-ui/react';
import { ChevronDown } from 'lucide-react';

type UnfoldButtonProps = ButtonProps & {
  isOpen: boolean;
  /** Id of the element that the button shows and hides. */
  controls: string;
};

export const UnfoldButton = ({ isOpen, controls, children, ...button }: UnfoldButtonProps) => (
  <Button {...button} aria-expanded={isOpen} aria-controls={controls}>
    {children}
    <chakra.span
      display="inline-flex"
      transform={isOpen ? 'rotate(180deg)' : undefined}
      transition="transform 160ms"
    >
      <ChevronDown size={16} aria-hidden />
    </chakra.span>
  </Button>
);
