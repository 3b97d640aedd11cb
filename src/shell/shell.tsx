import { Box, chakra, Flex, IconButton, Span } from '@chakra-ui/react';
import { Outlet, useNavigate, useRouteContext, useRouter } from '@tanstack/react-router';
import { PanelLeft } from 'lucide-react';
import { type MouseEvent, type ReactNode, useState } from 'react';
import type { Role } from '#domain/auth/role';
import { ownPath } from '#domain/public-places';
import { formatLongDate, formatShortDate } from '../ui/date.ts';
import { forgetUse } from '../ui/last-use.ts';
import { part } from '../ui/part.tsx';
import { HideSwitch } from './hide-switch.tsx';
import type { SessionEnd } from './idle-dialog.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { forgetUser, type Me, signOut } from './session.ts';
import { Sidebar } from './sidebar.tsx';
import { type SidebarState, useSidebar } from './sidebar-state.ts';

const ICON = { isOptional: true, loading: <Box boxSize="11" /> };

const Bell = part('Bell', () => import('./bell.tsx'), ICON);
const IdleWatch = part('IdleWatch', () => import('./idle-watch.tsx'), { isOptional: true });
const ProofWatch = part('ProofWatch', () => import('./proof-watch.tsx'), { isOptional: true });
const PaletteKeys = part('PaletteKeys', () => import('./palette-keys.tsx'), ICON);
const CustomerWatch = part('CustomerWatch', () => import('./customer-watch.tsx'), { isOptional: true });
const TwoFactorNotice = part('TwoFactorNotice', () => import('./two-factor-notice.tsx'), {
  isOptional: true,
});

// Wide screens never load these.
const BottomBar = part('BottomBar', () => import('./bottom-bar.tsx'), { isOptional: true });
const SlideOver = part('SlideOver', () => import('./slide-over.tsx'));

const WIDTH = '280px';
const ICONS_WIDTH = '3rem';

/** The portal of the user's role; the route has put the user into its context. */
export function Shell() {
  const { me } = useRouteContext({ strict: false }) as { me: Me };
  const portal = me.user.role;
  const sidebar = useSidebar();
  const endSession = useEndSession();
  const leave = () => endSession('leave');
  const collapsed = !sidebar.open;
  const [freezing, setFreezing] = useState(false);
  function askToFreeze() {
    if (sidebar.mobile) sidebar.setOpen(false);
    setFreezing(true);
  }
  return (
    <Flex minHeight="100dvh" bg="bg">
      <SkipLinks sidebar={sidebar} />
      {sidebar.mobile ? (
        <SlideOver open={sidebar.open} onOpenChange={sidebar.setOpen}>
          <Sidebar
            me={me}
            portal={portal}
            onNavigate={() => sidebar.setOpen(false)}
            onFreeze={askToFreeze}
            onSignOut={leave}
          />
        </SlideOver>
      ) : (
        <Box
          as="aside"
          aria-label="Navegação"
          position="sticky"
          top="0"
          height="100dvh"
          flexShrink={0}
          width={collapsed ? ICONS_WIDTH : WIDTH}
          transition="width 180ms cubic-bezier(.2,.7,.1,1)"
        >
          <Sidebar me={me} portal={portal} collapsed={collapsed} onFreeze={askToFreeze} onSignOut={leave} />
        </Box>
      )}
      <Flex direction="column" flex="1" minWidth="0">
        <TopBar me={me} portal={portal} sidebar={sidebar} onFreeze={askToFreeze} onLeave={leave} />
        <OfflineNotice />
        {me.mustEnableTwoFactor && <TwoFactorNotice />}
        {portal === 'cliente' && (
          <CustomerWatch me={me} isFreezing={freezing} onClose={() => setFreezing(false)} />
        )}
        <chakra.main
          id="conteudo"
          tabIndex={-1}
          flex="1"
          width="100%"
          maxWidth="1200px"
          marginInline="auto"
          paddingInline={{ base: '4', md: '6' }}
          paddingTop={{ base: '4', md: '8' }}
          paddingBottom="calc(var(--bottom-bar, 0rem) + 4rem)"
        >
          <Outlet />
        </chakra.main>
      </Flex>
      {sidebar.mobile && portal === 'cliente' && (
        <BottomBar isMenuOpen={sidebar.open} onMenu={() => sidebar.setOpen(true)} />
      )}
      <IdleWatch userId={me.user.id} role={me.user.role} onEnd={endSession} />
      <ProofWatch />
    </Flex>
  );
}

const ENDS = { idle: 'idle', expired: 'elsewhere', elsewhere: undefined } as const;

/** Leads to the login, which returns here unless the user left on purpose. */
function useEndSession() {
  const navigate = useNavigate();
  const router = useRouter();
  return async (end: SessionEnd) => {
    const next = ownPath(router.latestLocation.href);
    if (end === 'idle' || end === 'leave') await signOut();
    else forgetUser();
    forgetUse();
    const search = end === 'leave' ? {} : { next, ended: ENDS[end] };
    await navigate({ to: '/login', search });
  };
}

type TopBarProps = {
  me: Me;
  portal: Role;
  sidebar: SidebarState;
  onFreeze: () => void;
  onLeave: () => void;
};

function TopBar({ me, portal, sidebar, ...acts }: TopBarProps) {
  return (
    <Flex
      as="header"
      position="sticky"
      top="0"
      zIndex="sticky"
      height="16"
      align="center"
      gap="3"
      paddingInline={{ base: '2', md: '4' }}
      bg="bg/92"
      backdropFilter="blur(6px)"
      borderBottom="1px solid"
      borderColor="border"
    >
      <IconButton
        id="menu-toggle"
        variant="ghost"
        colorPalette="neutral"
        aria-label={sidebar.open ? 'Recolher menu' : 'Abrir menu'}
        aria-expanded={sidebar.open}
        aria-keyshortcuts="Control+B Meta+B"
        _expanded={{ bg: 'transparent' }}
        _hover={{ bg: 'bg.muted' }}
        onClick={() => sidebar.setOpen(!sidebar.open)}
      >
        <PanelLeft aria-hidden />
      </IconButton>
      <Today today={me.today} />
      <Flex marginInlineStart="auto" gap="1" flexShrink="0">
        {!me.mustEnableTwoFactor && <PaletteKeys role={portal} today={me.today} {...acts} />}
        <HideSwitch />
        {/* Until two-factor is enabled, the API refuses notifications. */}
        {!me.mustEnableTwoFactor && <Bell today={me.today} />}
      </Flex>
    </Flex>
  );
}

/** Long, or short where a phone has no room for it; screen readers get the long one. */
function Today({ today }: { today: string }) {
  return (
    <chakra.time dateTime={today} color="fg.muted" textStyle="sm" className="num">
      <Span srOnly={{ base: true, md: false }}>{formatLongDate(today)}</Span>
      <Span aria-hidden hideFrom="md" whiteSpace="nowrap">
        {formatShortDate(today)}
      </Span>
    </chakra.time>
  );
}

function SkipLinks({ sidebar }: { sidebar: SidebarState }) {
  function toMenu() {
    // On a narrow screen the menu takes focus as it opens.
    if (sidebar.mobile) sidebar.setOpen(true);
    else document.querySelector<HTMLElement>('#menu a')?.focus();
  }
  return (
    <>
      <SkipLink target="conteudo" onJump={() => document.getElementById('conteudo')?.focus()}>
        Ir para o conteúdo
      </SkipLink>
      <SkipLink target={sidebar.mobile ? 'menu-toggle' : 'menu'} onJump={toMenu}>
        Ir para o menu
      </SkipLink>
    </>
  );
}

type SkipLinkProps = { target: string; onJump: () => void; children: ReactNode };

/** Visible on focus. Moves focus itself: a hash change would be a navigation. */
function SkipLink({ target, onJump, children }: SkipLinkProps) {
  function jump(event: MouseEvent) {
    event.preventDefault();
    onJump();
  }
  return (
    <chakra.a
      href={`#${target}`}
      onClick={jump}
      position="fixed"
      top="3"
      left="3"
      zIndex="skipNav"
      paddingInline="4"
      paddingBlock="2"
      borderRadius="control"
      bg="bg.panel"
      color="fg"
      boxShadow="overlay"
      transform="translateY(-200%)"
      _focusVisible={{ transform: 'none' }}
    >
      {children}
    </chakra.a>
  );
}
