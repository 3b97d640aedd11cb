import { Flex, Heading, Progress, Text } from '@chakra-ui/react';
import type { RefObject } from 'react';
import { type HolderKind, STEPS, type StepIndex, stepTitle } from './register-steps.ts';

type WizardProgressProps = {
  step: StepIndex;
  kind: HolderKind;
  headingRef: RefObject<HTMLHeadingElement | null>;
};

export function WizardProgress({ step, kind, headingRef }: WizardProgressProps) {
  const title = stepTitle(step, kind);
  const position = `Etapa ${step + 1} de ${STEPS.length}`;
  return (
    <Flex direction="column" gap="3">
      <Progress.Root
        value={step + 1}
        max={STEPS.length}
        size="sm"
        colorPalette="accent"
        aria-label="Progresso do cadastro"
        translations={{ value: () => `${position}: ${title}` }}
      >
        <Progress.Track borderRadius="pill">
          <Progress.Range />
        </Progress.Track>
      </Progress.Root>
      <Heading as="h2" size="xl" ref={headingRef} tabIndex={-1} _focus={{ outline: 'none' }}>
        <Text as="span" display="block" textStyle="sm" fontFamily="body" fontWeight="400" color="fg.muted">
          {position}
        </Text>
        {title}
      </Heading>
    </Flex>
  );
}
