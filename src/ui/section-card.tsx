import { Card, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';

type SectionCardProps = {
  title: string;
  description?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
};

export function SectionCard({ title, description, aside, children }: SectionCardProps) {
  const id = useId();
  return (
    <Card.Root as="section" aria-labelledby={id} minWidth="0">
      <Card.Body gap="4" minWidth="0">
        <Flex align="flex-start" justify="space-between" gap="3" wrap="wrap">
          <Stack gap="1" flex="1 1 16rem" minWidth="0">
            <Heading as="h2" id={id} size="lg" fontWeight="600">
              {title}
            </Heading>
            {description !== undefined && (
              <Text color="fg.muted" maxWidth="65ch">
                {description}
              </Text>
            )}
          </Stack>
          {aside}
        </Flex>
        {children}
      </Card.Body>
    </Card.Root>
  );
}
