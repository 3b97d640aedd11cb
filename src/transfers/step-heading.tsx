import { chakra, Heading, Stack, Text } from '@chakra-ui/react';
import { type ReactNode, useEffect, useRef } from 'react';

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

/** One fact of a summary or receipt: its name, and beside or below it what it is. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <chakra.div
      display="flex"
      flexWrap="wrap"
      justifyContent="space-between"
      columnGap="4"
      paddingBlock="2.5"
      borderTop="1px solid"
      borderColor="border.muted"
    >
      <Text as="dt" color="fg.muted">
        {name}
      </Text>
      <chakra.dd
        textAlign="end"
        fontWeight="500"
        minWidth="0"
        overflowWrap="anywhere"
        marginInlineStart="auto"
      >
        {children}
      </chakra.dd>
    </chakra.div>
  );
}
