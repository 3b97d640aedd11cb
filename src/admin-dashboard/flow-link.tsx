import { Link as PlainLink } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

type FlowLinkProps = {
  /** First and last day. */
  from: string;
  to: string;
  /** Seen from the bank's own accounts: what comes into the bank is a debit of theirs. */
  direction?: 'entradas' | 'saidas';
  children: ReactNode;
};

/** A way to the entries that make what came in and went out. */
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
