import { chakra, Heading, Stack } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';

type StepHeadingProps = {
  steps?: readonly [fill: string, check: string, done: string];
  /** Accessible name of the steps: "Passos da transferência". */
  label: string;
  /** 0 dados · 1 conferir · 2 comprovante. */
  step: 0 | 1 | 2;
  title: string;
  /** False for the step that the screen opens with. */
  takesFocus: boolean;
};

const STEPS = ['Dados', 'Conferir', 'Comprovante'] as const;

/** A new step's title takes focus, so that screen readers start there. */
export function StepHeading({ steps = STEPS, label, step, title, takesFocus }: StepHeadingProps) {
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
        aria-label={label}
      >
        {steps.map((name, place) => (
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
