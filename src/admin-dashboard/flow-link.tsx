import type { ReactNode } from 'react';
import { TextLink } from '../ui/links.tsx';

type FlowLinkProps = {
  from: string;
  to: string;
  /** Direction on the bank's own accounts, which an inflow debits. */
  direction?: 'entradas' | 'saidas';
  children: ReactNode;
};

export function FlowLink({ from, to, direction, children }: FlowLinkProps) {
  return (
    <TextLink
      to="/admin/ledger"
      search={{ lado: 'fora', ...(direction && { sentido: direction }), de: from, ate: to }}
      color="fg"
      textDecorationColor="border.emphasized"
    >
      {children}
    </TextLink>
  );
}
