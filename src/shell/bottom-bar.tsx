import { chakra } from '@chakra-ui/react';
import { ArrowLeftRight, HandCoins, House, Zap } from 'lucide-react';
import { PlainLink } from '../ui/links.tsx';

const SHORTCUTS = [
  { label: 'Início', to: '/client/dashboard', icon: House },
  { label: 'PIX', to: '/client/pix', icon: Zap },
  { label: 'Transferir', to: '/client/transfers', icon: ArrowLeftRight },
  { label: 'Crédito', to: '/client/credit', icon: HandCoins },
] as const;

/** The customer's most used screens. The theme reserves its height (`--bottom-bar`). */
export function BottomBar() {
  return (
    <chakra.nav
      aria-label="Atalhos"
      data-bottom-bar=""
      position="fixed"
      insetInline="0"
      bottom="0"
      zIndex="docked"
      height="var(--bottom-bar)"
      paddingBottom="env(safe-area-inset-bottom)"
      bg="bg.panel"
      borderTop="1px solid"
      borderColor="border"
    >
      <chakra.ul display="grid" gridTemplateColumns="repeat(4, 1fr)" height="100%" listStyleType="none">
        {SHORTCUTS.map(({ label, to, icon: ShortcutIcon }) => (
          <li key={to}>
            <PlainLink
              to={to}
              display="flex"
              flexDirection="column"
              alignItems="center"
              justifyContent="center"
              gap="0.5"
              height="100%"
              minHeight="11"
              color="fg.muted"
              textStyle="xs"
              borderTop="3px solid transparent"
              _focusVisible={{ outlineOffset: '-3px' }}
              _currentPage={{ color: 'brand.fg', fontWeight: '700', borderColor: 'accent.solid' }}
            >
              <ShortcutIcon size={22} aria-hidden />
              {label}
            </PlainLink>
          </li>
        ))}
      </chakra.ul>
    </chakra.nav>
  );
}
