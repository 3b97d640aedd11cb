import { Link as PlainLink } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

type FlowLinkProps = {
  from: string;
  to: string;
  /** As the bank's own accounts see it: an inflow debits them. */
  direction?: 'entradas' | 'saidas';
  children: ReactNode;
};

export function FlowLink({ from, to, direction, children }: FlowLinkProps) {
  return (
    <PlainLink asChild color="fg" textDecorationColor="border.emphasized">
      <Link
        to="/admin/ledger"
        search={{ lado: 'fora', ...(direction && { sentido: direction }), de: from, ate: to }}
      >
        {children}
      </Link>
    </PlainLink>
  );
}
