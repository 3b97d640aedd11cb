import { Button, chakra } from '@chakra-ui/react';
import { ChevronDown, type LucideIcon } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';

export type MenuAction = {
  label: string;
  icon: LucideIcon;
  onSelect: () => void;
  /** Why the action is unavailable; it is shown, but disabled. */
  unavailable?: string;
  destructive?: boolean;
};

type ActionsMenuProps = {
  label: string;
  /** What the actions apply to, for screen readers. */
  of: string;
  actions: readonly MenuAction[];
};

/** A button with a menu (WAI-ARIA menu button): arrows, Home and End move, Escape and Tab close. */
export function ActionsMenu({ label, of, actions }: ActionsMenuProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);

  const items = () => [...(list.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
  const focusAt = (index: number) => {
    const all = items();
    all.at(index % all.length)?.focus();
  };

  useEffect(() => {
    if (!open) return;
    list.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
    // Near the bottom of the window the menu would be cut off.
    list.current?.scrollIntoView({ block: 'nearest' });
    const closeOutside = ({ target }: PointerEvent) => {
      if (target instanceof Node && !root.current?.contains(target)) setOpen(false);
    };
    addEventListener('pointerdown', closeOutside);
    return () => removeEventListener('pointerdown', closeOutside);
  }, [open]);

  function close() {
    setOpen(false);
    button.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    const at = items().findIndex((item) => item.matches(':focus'));
    const moves: Record<string, () => void> = {
      ArrowDown: () => focusAt(at + 1),
      ArrowUp: () => focusAt(at - 1),
      Home: () => focusAt(0),
      End: () => focusAt(-1),
      Escape: close,
    };
    const move = moves[event.key];
    if (event.key === 'Tab') setOpen(false);
    if (!move) return;
    event.preventDefault();
    move();
  }

  return (
    <chakra.div ref={root} position="relative">
      <Button
        ref={button}
        variant="outline"
        size="sm"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={`${label}: ${of}`}
        onClick={() => setOpen(!open)}
        onKeyDown={({ key }) => key === 'ArrowDown' && setOpen(true)}
      >
        {label}
        <ChevronDown size={16} aria-hidden />
      </Button>
      {open && (
        <chakra.div
          ref={list}
          id={id}
          role="menu"
          aria-label={`${label}: ${of}`}
          onKeyDown={onKeyDown}
          position="absolute"
          insetEnd="0"
          top="calc(100% + 0.25rem)"
          zIndex="dropdown"
          width="max-content"
          minWidth="14rem"
          maxWidth="calc(100vw - 3rem)"
          padding="1.5"
          scrollMarginBottom={{ base: '24', md: '4' }}
          bg="bg.panel"
          borderRadius="card"
          borderWidth="1px"
          borderColor="border.muted"
          boxShadow="overlay"
        >
          {actions.map((action) => (
            <Item
              key={action.label}
              action={action}
              onSelect={() => {
                // Focus must be on the button before a dialog opens: on closing, the dialog returns it there.
                close();
                action.onSelect();
              }}
            />
          ))}
        </chakra.div>
      )}
    </chakra.div>
  );
}

function Item({ action, onSelect }: { action: MenuAction; onSelect: () => void }) {
  const { label, icon: ActionIcon, unavailable, destructive = false } = action;
  const isOff = unavailable !== undefined;
  return (
    <chakra.button
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-disabled={isOff}
      onClick={() => !isOff && onSelect()}
      display="flex"
      alignItems="center"
      gap="3"
      width="100%"
      minHeight="11"
      paddingInline="3"
      paddingBlock="1.5"
      borderRadius="control"
      textAlign="start"
      cursor={isOff ? 'default' : 'pointer'}
      color={isOff ? 'fg.muted' : destructive ? 'negative.fg' : 'fg'}
      _hover={isOff ? {} : { bg: 'bg.muted' }}
      _focusVisible={{ bg: 'bg.muted', outline: '3px solid', outlineColor: 'brand.focusRing' }}
    >
      <ActionIcon size={18} aria-hidden />
      <span>
        {label}
        {isOff && (
          <chakra.span display="block" textStyle="xs">
            {unavailable}
          </chakra.span>
        )}
      </span>
    </chakra.button>
  );
}
