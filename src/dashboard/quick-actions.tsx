import { Box, SimpleGrid } from '@chakra-ui/react';
import { linkOptions } from '@tanstack/react-router';
import { ArrowLeftRight, Barcode, HandCoins, QrCode, Sprout } from 'lucide-react';
import { PlainLink } from '../ui/links.tsx';

const ACTIONS = [
  { label: 'Transferir', icon: ArrowLeftRight, link: linkOptions({ to: '/client/transfers' }) },
  { label: 'PIX', icon: QrCode, link: linkOptions({ to: '/client/pix' }) },
  {
    label: 'Pagar boleto',
    icon: Barcode,
    link: linkOptions({ to: '/client/transfers', search: { aba: 'boleto' } }),
  },
  { label: 'Pedir crédito', icon: HandCoins, link: linkOptions({ to: '/client/credit' }) },
  { label: 'Investir', icon: Sprout, link: linkOptions({ to: '/client/investments' }) },
];

const TILE = { base: 'serra.active', _dark: 'brand.muted' } as const;

export function QuickActions() {
  return (
    <Box as="nav" aria-label="Ações rápidas">
      <SimpleGrid as="ul" columns={5} gap={{ base: '1', md: '3' }} listStyleType="none">
        {ACTIONS.map(({ label, icon: ActionIcon, link }) => (
          <li key={label}>
            <PlainLink
              {...link}
              display="flex"
              flexDirection={{ base: 'column', lg: 'row' }}
              alignItems="center"
              justifyContent={{ base: 'flex-start', lg: 'center' }}
              gap={{ base: '1.5', lg: '2.5' }}
              height="100%"
              minHeight="14"
              paddingBlock="2.5"
              paddingInline={{ base: '0', md: '3' }}
              borderRadius="control"
              bg={{ base: 'transparent', md: TILE }}
              color="serra.fg"
              fontWeight="600"
              textAlign="center"
              lineHeight="1.2"
              fontSize={{ base: 'xs', md: 'sm', lg: 'md' }}
              transition="background-color 90ms"
              _focusVisible={{ outlineColor: 'serra.ring' }}
              _hover={{ bg: TILE, textDecoration: 'underline', textUnderlineOffset: '3px' }}
            >
              <Box
                as="span"
                display="inline-flex"
                alignItems="center"
                justifyContent="center"
                boxSize={{ base: '11', md: 'auto' }}
                borderRadius="full"
                bg={{ base: TILE, md: 'transparent' }}
              >
                <ActionIcon size={20} aria-hidden />
              </Box>
              {label}
            </PlainLink>
          </li>
        ))}
      </SimpleGrid>
    </Box>
  );
}
