import { chakra } from '@chakra-ui/react';
import {
  cloneElement,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';

const OPEN_DELAY_MS = 700;
/** Time for the pointer to reach the tooltip, which must stay readable. */
const CLOSE_DELAY_MS = 120;
const GAP_PX = 8;
/** Half the maximum width, so that it stays inside the window. */
const HALF_PX = 100;

type Target = {
  'aria-describedby'?: string;
  onPointerEnter?: (event: PointerEvent<HTMLElement>) => void;
  onPointerLeave?: (event: PointerEvent<HTMLElement>) => void;
  onFocus?: (event: FocusEvent<HTMLElement>) => void;
  onBlur?: (event: FocusEvent<HTMLElement>) => void;
};

type TooltipProps = {
  content: string;
  children: ReactElement<Target>;
  placement?: 'top' | 'right';
};

/** Never the only source of information. Chakra's own would add 20 kB to every screen with an icon. */
export function Tooltip({ content, children, placement = 'top' }: TooltipProps) {
  const id = useId();
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function later(next: HTMLElement | null, delayMs: number) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setTarget(next), delayMs);
  }

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (target === null) return;
    const close = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.key === 'Escape') setTarget(null);
    };
    addEventListener('keydown', close);
    addEventListener('scroll', close, { capture: true, passive: true });
    return () => {
      removeEventListener('keydown', close);
      removeEventListener('scroll', close, { capture: true });
    };
  }, [target]);

  const trigger = cloneElement(children, {
    'aria-describedby': target === null ? undefined : id,
    onPointerEnter: (event) => event.pointerType !== 'touch' && later(event.currentTarget, OPEN_DELAY_MS),
    onPointerLeave: () => later(null, CLOSE_DELAY_MS),
    onFocus: (event) => event.currentTarget.matches(':focus-visible') && later(event.currentTarget, 0),
    onBlur: () => later(null, 0),
  });

  return (
    <>
      {trigger}
      {target !== null &&
        createPortal(
          <chakra.div
            role="tooltip"
            id={id}
            position="fixed"
            zIndex="tooltip"
            width="max-content"
            maxWidth="12rem"
            paddingInline="2.5"
            paddingBlock="1"
            borderRadius="6px"
            bg="bg.inverted"
            color="fg.inverted"
            textStyle="xs"
            fontWeight="500"
            style={placeBeside(target.getBoundingClientRect(), placement)}
            onPointerEnter={() => clearTimeout(timer.current)}
            onPointerLeave={() => later(null, CLOSE_DELAY_MS)}
          >
            {content}
          </chakra.div>,
          document.body,
        )}
    </>
  );
}

/** Above the target, or below if there is no room; or to its right. */
function placeBeside(rect: DOMRect, placement: 'top' | 'right') {
  if (placement === 'right')
    return { left: rect.right + GAP_PX, top: rect.top + rect.height / 2, translate: '0 -50%' };
  const above = rect.top > 48;
  return {
    left: Math.min(Math.max(rect.left + rect.width / 2, HALF_PX), window.innerWidth - HALF_PX),
    top: above ? rect.top - GAP_PX : rect.bottom + GAP_PX,
    translate: above ? '-50% -100%' : '-50% 0',
  };
}
