import { chakra } from '@chakra-ui/react';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

/** A native `details`, which find-in-page opens. */
export function Disclosure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <chakra.details
      css={{
        '& > summary svg': { transition: 'transform 180ms' },
        '&[open] > summary svg': { transform: 'rotate(180deg)' },
      }}
    >
      <chakra.summary
        display="inline-flex"
        alignItems="center"
        gap="1.5"
        minHeight="11"
        cursor="pointer"
        fontWeight="600"
        color="brand.fg"
        borderRadius="control"
        css={{ listStyle: 'none', '&::-webkit-details-marker': { display: 'none' } }}
        _hover={{ textDecoration: 'underline' }}
      >
        {title}
        <ChevronDown size={18} aria-hidden />
      </chakra.summary>
      <chakra.div paddingBlock="2">{children}</chakra.div>
    </chakra.details>
  );
}
