import { chakra, type HTMLChakraProps, VisuallyHidden } from '@chakra-ui/react';
import { Snowflake } from 'lucide-react';
import { PlainLink } from '../ui/links.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import { SECURITY } from './security-item.ts';

type Look = HTMLChakraProps<'button'>;

type ProtectionProps = {
  look: Look;
  onClick?: (() => void) | undefined;
  collapsed?: boolean;
  /** Given: the button that freezes; otherwise the link to the screen. */
  onFreeze?: () => void;
};

export function Protection({ look, onClick, collapsed = false, onFreeze }: ProtectionProps) {
  return onFreeze ? (
    <FreezeButton look={look} collapsed={collapsed} onClick={onFreeze} />
  ) : (
    <SecurityLink look={look} onClick={onClick} />
  );
}

/** Beside the name, because a small phone's menu has no row left. */
function SecurityLink({ look, onClick }: Pick<ProtectionProps, 'look' | 'onClick'>) {
  const { label, to, icon: Icon } = SECURITY;
  return (
    <Tooltip content={label} placement="right">
      <PlainLink
        to={to}
        onClick={onClick}
        {...(look as object)}
        aria-label={label}
        justifyContent="center"
        boxSize="9"
        minHeight="9"
        flexShrink="0"
        _currentPage={{ bg: 'serra.active' }}
      >
        <Icon size={20} aria-hidden />
      </PlainLink>
    </Tooltip>
  );
}

type FreezeButtonProps = { look: Look; collapsed: boolean; onClick: () => void };

function FreezeButton({ look, collapsed, onClick }: FreezeButtonProps) {
  const label = 'Congelar conta';
  const button = (
    <chakra.button type="button" {...look} paddingInline="3" flexGrow="1" onClick={onClick}>
      <Snowflake size={20} aria-hidden />
      {collapsed ? <VisuallyHidden>{label}</VisuallyHidden> : label}
    </chakra.button>
  );
  if (!collapsed) return button;
  return (
    <Tooltip content={label} placement="right">
      {button}
    </Tooltip>
  );
}
