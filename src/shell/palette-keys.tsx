import { Box, chakra, Flex, IconButton } from '@chakra-ui/react';
import { Keyboard, Search } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Role } from '#domain/auth/role';
import { part } from '../ui/part.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import { useHelpKey } from './help-key.ts';

const Palette = part('Palette', () => import('./palette.tsx'));
const ShortcutsDialog = part('ShortcutsDialog', () => import('./shortcuts-dialog.tsx'));

type Opened = 'palette' | 'shortcuts' | null;

type PaletteKeysProps = { role: Role; today: string; onFreeze: () => void; onLeave: () => void };

export function PaletteKeys(props: PaletteKeysProps) {
  const [opened, setOpened] = useState<Opened>(null);
  useKeys(setOpened);
  const close = () => setOpened(null);
  return (
    <Flex gap="1" align="center">
      <SearchButton onClick={() => setOpened('palette')} />
      <Box hideBelow="md">
        <Tooltip content="Atalhos do teclado (?)">
          <IconButton
            variant="ghost"
            colorPalette="neutral"
            aria-label="Atalhos do teclado"
            aria-keyshortcuts="Shift+?"
            aria-haspopup="dialog"
            onClick={() => setOpened('shortcuts')}
          >
            <Keyboard aria-hidden />
          </IconButton>
        </Tooltip>
      </Box>
      {opened === 'palette' && (
        <Palette {...props} onClose={close} onShortcuts={() => setOpened('shortcuts')} />
      )}
      {opened === 'shortcuts' && <ShortcutsDialog onClose={close} />}
    </Flex>
  );
}

function SearchButton({ onClick }: { onClick: () => void }) {
  return (
    <chakra.button
      type="button"
      aria-label="Buscar"
      aria-keyshortcuts="Control+K Meta+K"
      aria-haspopup="dialog"
      display="flex"
      alignItems="center"
      justifyContent="center"
      gap="2"
      height="11"
      minWidth="11"
      paddingInline={{ base: '0', lg: '3' }}
      borderRadius="control"
      border={{ base: '0', lg: '1px solid' }}
      borderColor={{ lg: 'border.control' }}
      color="fg.muted"
      bg={{ lg: 'bg.panel' }}
      cursor="pointer"
      _hover={{ bg: 'bg.muted' }}
      onClick={onClick}
    >
      <Search size={20} aria-hidden />
      <Box as="span" hideBelow="lg">
        Buscar
      </Box>
      <chakra.kbd hideBelow="lg" fontFamily="mono" textStyle="xs" aria-hidden>
        Ctrl K
      </chakra.kbd>
    </chakra.button>
  );
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** An open dialog takes precedence. */
const isCovered = (): boolean => document.querySelector('[aria-modal="true"]') !== null;

function useKeys(open: (what: Opened) => void): void {
  const isHelpKeyOn = useHelpKey();
  const act = useEffectEvent(open);

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      const isSearch = key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey;
      const isHelp = isHelpKeyOn && key === '?' && !ctrlKey && !metaKey && !altKey && !isTyping(event.target);
      if (!isSearch && !isHelp) return;
      event.preventDefault();
      if (event.repeat || isCovered()) return;
      document.querySelector<HTMLElement>('[popover]:popover-open')?.hidePopover();
      act(isSearch ? 'palette' : 'shortcuts');
    }
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isHelpKeyOn]);
}
