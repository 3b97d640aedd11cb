import { chakra, Flex, Heading, type HTMLChakraProps, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';

type PanelItemProps = Omit<HTMLChakraProps<'li'>, 'title'> & {
  title: string;
  level: 'h2' | 'h3';
  isLarge?: boolean;
  /** Under the title. */
  detail: ReactNode;
  badge: ReactNode;
};

/** A list item as a panel: title, detail and badge above the content. */
export function PanelItem({ title, level, isLarge, detail, badge, children, ...style }: PanelItemProps) {
  return (
    <chakra.li
      layerStyle="panel"
      padding={{ base: '4', md: '6' }}
      display="flex"
      flexDirection="column"
      gap="5"
      {...style}
    >
      <Flex justify="space-between" align="flex-start" gap="3" wrap="wrap">
        <Stack gap="0.5" flex="1 1 14rem" minWidth="0">
          <Heading as={level} size={isLarge ? 'lg' : 'md'} fontWeight="600" overflowWrap="anywhere">
            {title}
          </Heading>
          <Text color="fg.muted" textStyle="sm" className="num">
            {detail}
          </Text>
        </Stack>
        {badge}
      </Flex>
      {children}
    </chakra.li>
  );
}
