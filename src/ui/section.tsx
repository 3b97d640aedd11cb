import { chakra, Heading, Stack, Text } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';

export type SectionProps = { title: string; text?: string; id?: string; children: ReactNode };

/** A part of a screen under its heading; `id` is for links that lead to it. */
export function Section({ title, text, id: named, children }: SectionProps) {
  const made = useId();
  const id = named ?? made;
  return (
    <chakra.section aria-labelledby={id} minWidth="0">
      <Stack gap="4">
        <Stack gap="1">
          <Heading as="h2" id={id} size="lg" fontWeight="600">
            {title}
          </Heading>
          {text !== undefined && (
            <Text color="fg.muted" maxWidth="72ch">
              {text}
            </Text>
          )}
        </Stack>
        {children}
      </Stack>
    </chakra.section>
  );
}
