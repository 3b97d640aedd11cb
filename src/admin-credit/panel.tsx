import { Flex, Heading, Stack } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';

type PanelProps = {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
};

export function Panel({ title, aside, children }: PanelProps) {
  const id = useId();
  return (
    <Stack
      as="section"
      aria-labelledby={id}
      gap="3"
      minWidth="0"
      padding={{ base: '3', md: '5' }}
      borderWidth="1px"
      borderColor="border.muted"
      borderRadius="card"
    >
      <Flex align="center" justify="space-between" gap="3" wrap="wrap">
        <Heading as="h3" id={id} size="md" fontWeight="600">
          {title}
        </Heading>
        {aside}
      </Flex>
      {children}
    </Stack>
  );
}
