import { Card, Heading, Stack, Text } from '@chakra-ui/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Money } from './money.tsx';

type ChargeFrameProps = {
  /** Content of the QR code; when it changes, the heading takes focus. */
  code: string;
  amountCents: number;
  description: string;
  children: ReactNode;
};

/** Amount and description of a charge, above its QR code. */
export function ChargeFrame({ code, amountCents, description, children }: ChargeFrameProps) {
  const heading = useRef<HTMLHeadingElement | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new code, also while the card stays mounted
  useEffect(() => {
    heading.current?.focus();
  }, [code]);

  return (
    <Card.Root as="section" aria-label="QR Code para receber">
      <Card.Body gap="5" padding={{ base: '3', md: '6' }} alignItems="center">
        <Stack gap="1" align="center" textAlign="center">
          <Heading as="h3" size="lg" ref={heading} tabIndex={-1} _focusVisible={{ outline: 'none' }}>
            QR Code para receber
          </Heading>
          <Money cents={amountCents} size="hero" exposed />
          <Text color="fg.muted" overflowWrap="anywhere">
            {description}
          </Text>
        </Stack>
        {children}
      </Card.Body>
    </Card.Root>
  );
}
