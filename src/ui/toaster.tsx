import { Box, chakra, Icon, IconButton } from '@chakra-ui/react';
import * as RadixToast from '@radix-ui/react-toast';
import { CircleCheck, CircleX, Info, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { currentToast, dismissToast, subscribeToToast } from './toast.ts';

const DURATION_MS = 5000;
const SWIPE_THRESHOLD_PX = 50;

const Root = chakra(RadixToast.Root);
const Title = chakra(RadixToast.Title);
const Description = chakra(RadixToast.Description);
const Viewport = chakra(RadixToast.Viewport);

const TONES = {
  success: { palette: 'positive', icon: CircleCheck },
  error: { palette: 'negative', icon: CircleX },
  info: { palette: 'notice', icon: Info },
} as const;

const swiping = {
  '&[data-swipe=move]': { transform: 'translateX(var(--radix-toast-swipe-move-x))' },
  '&[data-swipe=cancel]': { transform: 'translateX(0)', transition: 'transform 180ms' },
  '&[data-swipe=end]': { transform: 'translateX(110%)', transition: 'transform 90ms' },
};

/** The toast on screen: five seconds unless it stays, swipe right by 50 px to dismiss, F8 focuses it. */
export function Toaster() {
  const shown = useSyncExternalStore(subscribeToToast, currentToast);
  return (
    <RadixToast.Provider swipeDirection="right" swipeThreshold={SWIPE_THRESHOLD_PX} label="Aviso">
      {shown && <ToastCard key={shown.id} toast={shown} />}
      <Viewport
        label="Avisos ({hotkey})"
        hotkey={['F8']}
        position="fixed"
        zIndex="toast"
        bottom={{ base: 'calc(var(--bottom-bar, 0rem) + 1rem)', md: '6' }}
        right={{ base: '4', md: '6' }}
        width="min(26rem, calc(100vw - 2rem))"
        borderRadius="card"
        listStyle="none"
        margin="0"
        padding="0"
      />
    </RadixToast.Provider>
  );
}

function ToastCard({ toast }: { toast: NonNullable<ReturnType<typeof currentToast>> }) {
  const tone = TONES[toast.tone];
  return (
    <Root
      type="foreground"
      duration={toast.stays ? Number.POSITIVE_INFINITY : DURATION_MS}
      onOpenChange={(open) => {
        if (!open) dismissToast(toast.id);
      }}
      data-tone={toast.tone}
      colorPalette={tone.palette}
      display="flex"
      gap="3"
      alignItems="flex-start"
      padding="4"
      borderRadius="card"
      bg="bg.panel"
      color="fg"
      boxShadow="overlay"
      borderInlineStart="4px solid"
      borderInlineStartColor="colorPalette.solid"
      css={swiping}
    >
      <Icon as={tone.icon} color="colorPalette.fg" boxSize="5" marginTop="0.5" aria-hidden />
      <Box flex="1" minWidth="0">
        <Title fontWeight="600">{toast.title}</Title>
        {toast.description && (
          <Description color="fg.muted" textStyle="sm" overflowWrap="anywhere">
            {toast.description}
          </Description>
        )}
      </Box>
      <RadixToast.Close asChild>
        <IconButton
          aria-label="Fechar aviso"
          variant="ghost"
          size="xs"
          boxSize={{ base: '11', md: '8' }}
          margin={{ base: '-2.5', md: '0' }}
          colorPalette="neutral"
        >
          <X aria-hidden />
        </IconButton>
      </RadixToast.Close>
    </Root>
  );
}
