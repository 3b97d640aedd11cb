import { chakra, Heading, Stack } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';

const STEPS = ['Dados', 'Conferir', 'Comprovante'] as const;

type StepHeadingProps = {
  /** 0 dados · 1 conferir · 2 comprovante. */
  step: 0 | 1 | 2;
  title: string;
  /** The step that the screen opens with leaves the focus where it is. */
  takesFocus: boolean;
};

/** Where one is in a transfer. A step that comes up takes the focus, so that a screen reader starts at its title. */
export function StepHeading({ step, title, takesFocus }: StepHeadingProps) {
  const heading = useRef<HTMLHeadingElement | null>(null);

  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);

  return (
    <Stack gap="4">
      <chakra.ol
        display="grid"
        gridTemplateColumns="repeat(3, 1fr)"
        gap="2"
        listStyleType="none"
        aria-label="Passos da transferência"
      >
        {STEPS.map((name, place) => (
          <chakra.li
            key={name}
            aria-current={place === step ? 'step' : undefined}
            paddingTop="1.5"
            borderTop="3px solid"
            borderColor={place <= step ? 'accent.solid' : 'border'}
            color={place === step ? 'fg' : 'fg.muted'}
            fontWeight={place === step ? '600' : '400'}
            textStyle="sm"
          >
            {name}
          </chakra.li>
        ))}
      </chakra.ol>
      <Heading as="h2" size="xl" ref={heading} tabIndex={-1} _focusVisible={{ outline: 'none' }}>
        {title}
      </Heading>
    </Stack>
  );
}
