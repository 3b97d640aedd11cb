import { type SystemStyleObject, VisuallyHidden } from '@chakra-ui/react';
import type { ComponentProps } from 'react';
import type { SearchOf } from '#domain/places';
import { PlainLink } from './links.tsx';
import { Money } from './money.tsx';

/** Of an amount that is a link. */
export const DOTTED: SystemStyleObject = {
  textDecorationLine: 'underline',
  textDecorationStyle: 'dotted',
  textDecorationThickness: '1px',
  textUnderlineOffset: '0.22em',
  borderRadius: 'control',
  _hover: { textDecorationStyle: 'solid' },
};

type FigureLinkProps = ComponentProps<typeof Money> & {
  /** The name of the figure. */
  of: string;
  search: SearchOf<'/client/statement'>;
};

/** An amount that opens the movements it is made of. */
export function FigureLink({ of, search, ...money }: FigureLinkProps) {
  return (
    <PlainLink to="/client/statement" search={search} css={DOTTED}>
      <VisuallyHidden>Ver os lançamentos de {of}: </VisuallyHidden>
      <Money {...money} />
    </PlainLink>
  );
}
