import { Box, Button, chakra, Flex, Heading, Stack, Text, VisuallyHidden } from '@chakra-ui/react';
import { useRouter } from '@tanstack/react-router';
import { CheckCheck } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { api, type RouterOutputs, trpc } from '../trpc.ts';
import { dayOf, formatMoment, formatRelativeDay, formatTime } from '../ui/date.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Fetched } from '../ui/fetched.tsx';
import { RowsSkeleton } from '../ui/skeletons.tsx';
import { toastError } from '../ui/toast.ts';
import type { NotificationPages } from './use-notifications.ts';

type Notification = RouterOutputs['auth']['notifications']['list']['notifications'][number];

type NotificationListProps = { list: NotificationPages; today: string; onClose: () => void };

export function NotificationList({ list, today, onClose }: NotificationListProps) {
  const { read, isMarking } = useRead();
  const unread = list.data?.pages[0]?.unread ?? 0;
  return (
    <>
      <Flex
        align="center"
        justify="space-between"
        gap="3"
        paddingInline="4"
        paddingBlock="2"
        minHeight="14"
        position="sticky"
        top="0"
        bg="bg.panel"
        borderBottom="1px solid"
        borderColor="border"
        zIndex="1"
      >
        <Heading as="h2" size="md">
          Notificações
        </Heading>
        {unread > 0 && (
          <Button variant="ghost" size="sm" loading={isMarking} onClick={() => read()}>
            <CheckCheck aria-hidden />
            Marcar todas como lidas
          </Button>
        )}
      </Flex>
      <Box paddingBlock="1">
        <Fetched
          query={list}
          skeleton={
            <Box padding="3">
              <RowsSkeleton rows={4} label="Carregando notificações…" />
            </Box>
          }
          failure="Não foi possível carregar as notificações"
        >
          {({ pages }) => (
            <Entries notifications={pages.flatMap((page) => page.notifications)}>
              {(notification) => (
                <Entry
                  notification={notification}
                  today={today}
                  onOpen={() => {
                    if (notification.readAt === null) read([notification.id]);
                    onClose();
                  }}
                />
              )}
            </Entries>
          )}
        </Fetched>
        {list.hasNextPage && (
          <Flex justify="center" padding="2">
            <Button
              variant="ghost"
              size="sm"
              loading={list.isFetchingNextPage}
              loadingText="Carregando…"
              onClick={() => void list.fetchNextPage()}
            >
              Mostrar mais
            </Button>
          </Flex>
        )}
      </Box>
    </>
  );
}

function useRead() {
  const mutation = trpc.auth.notifications.read.useMutation({
    onSuccess: () => api.auth.notifications.list.invalidate(),
    onError: (error) => toastError('Erro ao marcar como lida', error, 'Tente de novo.'),
  });
  return {
    read: (ids?: string[]) => mutation.mutate(ids ? { ids } : {}),
    isMarking: mutation.isPending,
  };
}

type EntriesProps = { notifications: Notification[]; children: (notification: Notification) => ReactNode };

function Entries({ notifications, children }: EntriesProps) {
  if (notifications.length === 0)
    return (
      <EmptyState
        level="h3"
        title="Nenhuma notificação"
        description="O que acontecer na sua conta aparece aqui."
      />
    );
  return (
    <chakra.ul listStyleType="none" margin="0" padding="0">
      {notifications.map((notification) => (
        <li key={notification.id}>{children(notification)}</li>
      ))}
    </chakra.ul>
  );
}

type EntryProps = { notification: Notification; today: string; onOpen: () => void };

function Entry({ notification, today, onOpen }: EntryProps) {
  const router = useRouter();
  const { href } = notification;
  const content = <EntryText notification={notification} today={today} />;
  if (href === null) return <Box {...ENTRY}>{content}</Box>;

  function open(event: MouseEvent) {
    // With a modifier key the link opens in another tab.
    if (href === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen();
    router.history.push(href);
  }

  return (
    <chakra.a
      href={href}
      {...ENTRY}
      _hover={{ bg: 'bg.subtle' }}
      _focusVisible={{ outlineOffset: '-3px' }}
      onClick={open}
    >
      {content}
    </chakra.a>
  );
}

const ENTRY = { display: 'flex', gap: '3', paddingInline: '4', paddingBlock: '3' } as const;

function EntryText({ notification, today }: Pick<EntryProps, 'notification' | 'today'>) {
  const { title, text, readAt, createdAt } = notification;
  const isUnread = readAt === null;
  return (
    <>
      <Box
        flexShrink={0}
        boxSize="2"
        marginTop="2"
        borderRadius="pill"
        bg={isUnread ? 'accent.solid' : 'transparent'}
        aria-hidden
      />
      <Stack gap="0.5" minWidth="0" flex="1">
        <Text fontWeight={isUnread ? '700' : '400'} overflowWrap="anywhere">
          {isUnread && <VisuallyHidden>Não lida: </VisuallyHidden>}
          {title}
        </Text>
        <Text textStyle="sm" color="fg.muted" overflowWrap="anywhere">
          {text}
        </Text>
        <Text textStyle="xs" color="fg.muted" className="num">
          <time dateTime={createdAt} title={formatMoment(createdAt)}>
            {whenText(createdAt, today)}
          </time>
        </Text>
      </Stack>
    </>
  );
}

/** `hoje às 14:05`, `ontem às 09:10`; only the day if it is earlier. */
function whenText(moment: string, today: string): string {
  const day = formatRelativeDay(dayOf(moment), today);
  return day === 'hoje' || day === 'ontem' ? `${day} às ${formatTime(moment)}` : day;
}
