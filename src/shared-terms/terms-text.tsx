import { chakra, Heading, Stack, type StackProps, Text } from '@chakra-ui/react';
import { type TermsBlock, type TermsSection, termsSections } from '#domain/auth/terms';

const PLACES = new Map(termsSections().map(({ id }, place) => [id, place + 1]));

type TermsTextProps = StackProps & { sections: readonly TermsSection[]; level: 'h2' | 'h3' };

/** Sections keep the numbers that they have in the whole text. */
export function TermsText({ sections, level, ...props }: TermsTextProps) {
  return (
    <Stack gap="8" maxWidth="68ch" textStyle="md" {...props}>
      {sections.map((section) => (
        <Section key={section.id} section={section} number={PLACES.get(section.id) ?? 0} level={level} />
      ))}
    </Stack>
  );
}

type SectionProps = { section: TermsSection; number: number; level: 'h2' | 'h3' };

function Section({ section, number, level }: SectionProps) {
  return (
    <Stack as="section" gap="3" aria-labelledby={`termos-${section.id}`}>
      <Heading as={level} size="lg" id={`termos-${section.id}`} tabIndex={-1} _focus={{ outline: 'none' }}>
        {number}. {section.title}
      </Heading>
      {section.blocks.map((block) => (
        <Block key={String(block)} block={block} />
      ))}
    </Stack>
  );
}

function Block({ block }: { block: TermsBlock }) {
  if (typeof block === 'string') return <Text>{block}</Text>;
  return (
    <chakra.ul paddingInlineStart="6" listStyle="disc" display="grid" gap="1.5">
      {block.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </chakra.ul>
  );
}
