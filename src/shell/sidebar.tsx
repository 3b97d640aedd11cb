import { Box, chakra, Flex, Stack, Text, VisuallyHidden } from '@chakra-ui/react';
import { useRouterState } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import type { ReactElement } from 'react';
import type { Role } from '#domain/auth/role';
import { Mark, ValleyArt } from '../ui/brand.tsx';
import { initialsOf } from '../ui/initials.ts';
import { PlainLink } from '../ui/links.tsx';
import { part } from '../ui/part.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import { entryThatLeadsTo, type MenuItem, menuOf, SUPPORT, subtitleOf } from './menu.ts';
import type { Me } from './session.ts';
import { ThemeSwitch } from './theme-switch.tsx';

const Protection = part('Protection', () => import('./sidebar-protection.tsx'), { isOptional: true });

/** A window as low as a small phone's, in which the customer's menu just fits. */
const LOW = '@media (max-height: 42rem)';

const entry = {
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  minHeight: '11',
  borderRadius: 'control',
  color: 'serra.fg',
  textAlign: 'start',
  cursor: 'pointer',
  whiteSpace: 'nowrap',
  overflow: 'hidden',
  transition: 'background-color 90ms',
  _hover: { bg: 'serra.active' },
  _focusVisible: { outlineColor: 'serra.ring', outlineOffset: '-3px' },
} as const;

const CURRENT = {
  bg: 'serra.active',
  fontWeight: '600',
  _before: {
    content: '""',
    position: 'absolute',
    insetInlineStart: '0',
    insetBlock: '2.5',
    width: '3px',
    borderRadius: 'pill',
    bg: 'serra.bar',
  },
} as const;

type SidebarProps = {
  me: Me;
  portal: Role;
  /** Icons only, 3rem wide. */
  collapsed?: boolean;
  onNavigate?: () => void;
  onFreeze: () => void;
  onSignOut: () => void;
};

export function Sidebar({ me, portal, collapsed = false, onNavigate, ...acts }: SidebarProps) {
  return (
    <Flex
      direction="column"
      height="100%"
      bg="serra.bg"
      color="serra.fg"
      position="relative"
      overflow="hidden"
    >
      <Flex align="center" gap="3" height="16" paddingInline={collapsed ? '1.5' : '5'} flexShrink={0}>
        <Mark onSerra boxSize={collapsed ? '9' : '10'} />
        {!collapsed && (
          <Box lineHeight="1.2">
            <Text fontFamily="heading" fontWeight="700" textStyle="lg">
              ValeBank
            </Text>
            <Text textStyle="xs" color="serra.muted">
              {subtitleOf(portal)}
            </Text>
          </Box>
        )}
      </Flex>
      <Box
        flex="1"
        overflowY="auto"
        overflowX="hidden"
        padding={collapsed ? '0.5' : '3'}
        css={{ [LOW]: { paddingBlock: '1' } }}
      >
        <Menu portal={portal} collapsed={collapsed} onNavigate={onNavigate} />
      </Box>
      {!collapsed && (
        <Box position="absolute" bottom="-6" right="-10" color="serra.line" pointerEvents="none" aria-hidden>
          <ValleyArt width="16rem" height="10.75rem" plain />
        </Box>
      )}
      <Footer me={me} portal={portal} collapsed={collapsed} onNavigate={onNavigate} {...acts} />
    </Flex>
  );
}

function Menu({
  portal,
  collapsed,
  onNavigate,
}: {
  portal: Role;
  collapsed: boolean;
  onNavigate?: () => void;
}) {
  return (
    <nav aria-label="Menu principal" id="menu">
      <Stack gap={collapsed ? '2' : '5'}>
        {menuOf(portal).map(({ label, items }) => (
          <Stack key={label ?? 'main'} gap="1">
            {label !== null && !collapsed && (
              <Text
                textStyle="xs"
                fontWeight="600"
                color="serra.muted"
                paddingInline="3"
                id={`menu-${label}`}
              >
                {label}
              </Text>
            )}
            <chakra.ul listStyleType="none" margin="0" padding="0" aria-label={label ?? undefined}>
              {items.map((item) => (
                <chakra.li key={item.to} marginBottom="0.5">
                  <Entry item={item} collapsed={collapsed} onNavigate={onNavigate} />
                </chakra.li>
              ))}
            </chakra.ul>
          </Stack>
        ))}
      </Stack>
    </nav>
  );
}

function Entry({
  item,
  collapsed,
  onNavigate,
}: {
  item: MenuItem;
  collapsed: boolean;
  onNavigate?: () => void;
}) {
  const { label, to, icon: EntryIcon } = item;
  const ledHere = useRouterState({ select: ({ location }) => entryThatLeadsTo(location.pathname) === to });
  return (
    <Named label={label} named={collapsed}>
      <PlainLink
        to={to}
        onClick={onNavigate}
        {...entry}
        position="relative"
        paddingInline="3"
        _currentPage={CURRENT}
        {...(ledHere && { ...CURRENT, 'aria-current': true })}
      >
        <EntryIcon size={20} aria-hidden />
        {collapsed ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      </PlainLink>
    </Named>
  );
}

function Named({
  label,
  named,
  children,
}: {
  label: string;
  named: boolean;
  children: ReactElement<object>;
}) {
  if (!named) return children;
  return (
    <Tooltip content={label} placement="right">
      {children}
    </Tooltip>
  );
}

function Footer({
  me,
  portal,
  collapsed,
  onNavigate,
  onFreeze,
  onSignOut,
}: Omit<SidebarProps, 'collapsed'> & { collapsed: boolean }) {
  const { fullName, email } = me.user;
  return (
    <Stack
      gap="3"
      padding={collapsed ? '0.5' : '3'}
      paddingBlock="4"
      flexShrink={0}
      position="relative"
      css={{ [LOW]: { gap: '1', paddingBlock: '2' } }}
    >
      {!collapsed && <ThemeSwitch />}
      <Flex align="center" gap="3" justify={collapsed ? 'center' : 'flex-start'}>
        <Flex layerStyle="disc" aria-hidden boxSize="9" bg="serra.active" fontWeight="600" textStyle="sm">
          {initialsOf(fullName)}
        </Flex>
        {!collapsed && (
          <Box minWidth="0" flex="1" lineHeight="1.3">
            <Text fontWeight="600" textStyle="sm" truncate title={fullName}>
              {fullName}
            </Text>
            <Text textStyle="xs" color="serra.muted" truncate title={email}>
              {email}
            </Text>
          </Box>
        )}
        {!collapsed && portal === 'cliente' && <Protection look={entry} onClick={onNavigate} />}
      </Flex>
      <div>
        {collapsed && portal === 'cliente' && <Protection look={entry} />}
        {portal === 'cliente' && <Entry item={SUPPORT} collapsed={collapsed} onNavigate={onNavigate} />}
        <Flex direction={collapsed ? 'column' : 'row'}>
          <Named label="Sair" named={collapsed}>
            <chakra.button type="button" {...entry} paddingInline="3" flexGrow="1" onClick={onSignOut}>
              <LogOut size={20} aria-hidden />
              {collapsed ? <VisuallyHidden>Sair</VisuallyHidden> : 'Sair'}
            </chakra.button>
          </Named>
          {portal === 'cliente' && !me.frozenAt && (
            <Protection look={entry} collapsed={collapsed} onFreeze={onFreeze} />
          )}
        </Flex>
      </div>
    </Stack>
  );
}
