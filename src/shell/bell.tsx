import { Box, chakra, IconButton } from '@chakra-ui/react';
import { BellIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { part } from '../ui/part.tsx';
import { RowsSkeleton } from '../ui/skeletons.tsx';
import { useNotifications } from './use-notifications.ts';

const NotificationList = part('NotificationList', () => import('./notification-list.tsx'), {
  loading: (
    <Box padding="4">
      <RowsSkeleton rows={4} />
    </Box>
  ),
});

const PANEL = 'notificacoes';

export function Bell({ today }: { today: string }) {
  const list = useNotifications();
  const [open, setOpen] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const unread = list.data?.pages[0]?.unread ?? 0;

  function onToggle(isOpen: boolean) {
    setOpen(isOpen);
    if (!isOpen) return;
    panel.current?.focus();
    // A fetch under way is recent enough.
    void list.refetch({ cancelRefetch: false });
  }

  return (
    <>
      <IconButton
        variant="ghost"
        colorPalette="neutral"
        position="relative"
        aria-label={`Notificações${unread === 0 ? '' : `, ${unreadText(unread)}`}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        popoverTarget={PANEL}
        _expanded={{ bg: 'bg.muted' }}
      >
        <BellIcon aria-hidden />
        {unread > 0 && <Badge count={unread} />}
      </IconButton>
      <chakra.div
        ref={panel}
        id={PANEL}
        popover="auto"
        role="dialog"
        aria-label="Notificações"
        tabIndex={-1}
        onToggle={({ newState }) => onToggle(newState === 'open')}
        inset="auto"
        top="4.25rem"
        right={{ base: '4', md: '4' }}
        width="min(26rem, calc(100vw - 2rem))"
        maxHeight="min(36rem, calc(100dvh - 6rem))"
        overflowY="auto"
        overscrollBehavior="contain"
        bg="bg.panel"
        color="fg"
        borderRadius="card"
        boxShadow="overlay"
        _focus={{ outline: 'none' }}
      >
        {open && <NotificationList list={list} today={today} onClose={() => panel.current?.hidePopover()} />}
      </chakra.div>
    </>
  );
}

function Badge({ count }: { count: number }) {
  return (
    <Box
      as="span"
      aria-hidden
      position="absolute"
      top="0.5"
      right="0.5"
      minWidth="4.5"
      height="4.5"
      paddingInline="1"
      borderRadius="pill"
      bg="accent.solid"
      color="accent.contrast"
      fontSize="xs"
      fontWeight="700"
      lineHeight="1.125rem"
      className="num"
    >
      {count > 99 ? '99+' : count}
    </Box>
  );
}

function unreadText(count: number): string {
  return count === 1 ? '1 não lida' : `${count} não lidas`;
}
