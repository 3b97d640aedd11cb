import { Card, Flex, Heading } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';

type PanelProps = {
  title: string;
  action?: ReactNode;
  /** figure: small title over one number · list: title over rows */
  kind: 'figure' | 'list';
  children: ReactNode;
};

export function Panel({ title, action, kind, children }: PanelProps) {
  const id = useId();
  const isFigure = kind === 'figure';
  return (
    <Card.Root as="section" aria-labelledby={id}>
      <Card.Body gap={isFigure ? '2' : '4'}>
        <Flex align="center" justify="space-between" gap="3" wrap="wrap">
          <Heading
            as="h2"
            id={id}
            size={isFigure ? 'sm' : 'lg'}
            fontWeight={isFigure ? '500' : '600'}
            color={isFigure ? 'fg.muted' : 'fg'}
          >
            {title}
          </Heading>
          {action}
        </Flex>
        {children}
      </Card.Body>
    </Card.Root>
  );
}
