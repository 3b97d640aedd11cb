import { Text } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';

type ClientLinkProps = { userId: string; clientName: string };

/** A customer's name that leads to the history, in lists of administrators. */
export const ClientLink = ({ userId, clientName }: ClientLinkProps) => (
  <Text asChild fontWeight="600" textDecoration="underline" textUnderlineOffset="3px">
    <Link to="/admin/clients/$id/history" params={{ id: userId }}>
      {clientName}
    </Link>
  </Text>
);
