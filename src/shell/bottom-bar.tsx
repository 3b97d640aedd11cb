import { chakra } from '@chakra-ui/react';
import { useRouterState } from '@tanstack/react-router';
import { Barcode, House, Menu, ReceiptText, Zap } from 'lucide-react';
import { PlainLink } from '../ui/links.tsx';
import { entryThatLeadsTo } from './menu.ts';

const SHORTCUTS = [
  { label: 'Início', to: '/client/dashboard', icon: House },
  { label: 'Extrato', to: '/client/statement', icon: ReceiptText },
  { label: 'PIX', to: '/client/pix', icon: Zap },
  { label: 'Pagar', to: '/client/transfers', search: { aba: 'boleto' }, icon: Barcode },
] as const;

/** Screens whose shortcut is not their menu's entry; null: none leads there, or it is one. */
const LED_TO: Record<string, (typeof SHORTCUTS)[number]['to'] | null> = {
  '/client/statement': null,
  '/client/month-review': '/client/statement',
  '/client/ler': null,
};

const entry = {
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '0.5',
  width: '100%',
  height: '100%',
  minHeight: '11',
  color: 'fg.muted',
  textStyle: 'xs',
  borderTop: '3px solid transparent',
  cursor: 'pointer',
  _focusVisible: { outlineOffset: '-3px' },
} as const;

const CURRENT = { color: 'brand.fg', fontWeight: '700', borderColor: 'accent.solid' } as const;

type BottomBarProps = { isMenuOpen: boolean; onMenu: () => void };

/** What customers do most, and the menu with the rest. The theme reserves its height (`--bottom-bar`). */
export function BottomBar({ isMenuOpen, onMenu }: BottomBarProps) {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const ledBy = path in LED_TO ? LED_TO[path] : entryThatLeadsTo(path);
  // A screen that only the menu leads to.
  const isElsewhere = ledBy !== null && SHORTCUTS.every(({ to }) => to !== path && to !== ledBy);
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
      paddingInline="env(safe-area-inset-left) env(safe-area-inset-right)"
      bg="bg.panel"
      borderTop="1px solid"
      borderColor="border"
    >
      <chakra.ul display="grid" gridTemplateColumns="repeat(5, 1fr)" height="100%" listStyleType="none">
        {SHORTCUTS.map(({ label, icon: ShortcutIcon, ...place }) => (
          <li key={label}>
            <PlainLink
              {...place}
              {...entry}
              activeOptions={{ includeSearch: false }}
              _currentPage={CURRENT}
              {...(place.to === ledBy && { ...CURRENT, 'aria-current': true })}
            >
              <ShortcutIcon size={22} aria-hidden />
              {label}
            </PlainLink>
          </li>
        ))}
        <li>
          <chakra.button
            type="button"
            {...entry}
            {...(isElsewhere && CURRENT)}
            aria-haspopup="dialog"
            aria-expanded={isMenuOpen}
            onClick={onMenu}
          >
            <Menu size={22} aria-hidden />
            Mais
          </chakra.button>
        </li>
      </chakra.ul>
    </chakra.nav>
  );
}
